import { Injectable } from '@nestjs/common';
import {
  listAdminEscrows,
  type AdminEscrow,
  type EscrowOperation,
  type EscrowPhase,
  type OperationCode,
  type OperationState,
} from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { columns, Database, decodeCursor, empty, iso, sql, toPage, type Sql } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { INTERVENTION_COLUMNS, toHold, toPause, type InterventionRow } from './interventions.repository.js';

interface OperationColumns {
  code: OperationCode;
  reason: string;
  until: Date | null;
  since: Date;
  decidedAt: Date;
  nextLookAt: Date;
  lastError: string | null;
  lastErrorAt: Date | null;
}

/** The members of the operation are null if there is none. */
type Row = {
  campaignId: string;
  projectId: string;
  attempt: number;
  chainId: string;
  address: string;
  phase: EscrowPhase | null;
} & (({ state: OperationState } & OperationColumns) | { state: null });

type Request = RequestOf<typeof listAdminEscrows>;

const IS_LATEST = sql`NOT EXISTS (
  SELECT FROM escrow_attempt later WHERE later.campaign_id = a.campaign_id AND later.attempt > a.attempt)`;
const IS_HELD = sql`EXISTS (
  SELECT FROM escrow_intervention i
  WHERE i.campaign_id = a.campaign_id AND i.kind = 'hold' AND i.released_at IS NULL)`;

/** The escrow of the latest funding attempt of each campaign. */
@Injectable()
export class EscrowsRepository {
  constructor(private readonly database: Database) {}

  @Rpc(listAdminEscrows)
  async list({ limit, cursor, ...filters }: Request): Promise<Page<AdminEscrow>> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const { chainId, phase, held, stopped, projectId } = filters;
    const rows = await this.rows(
      sql`
        ${before === undefined ? empty : sql`AND a.campaign_id < ${before}::uuid`}
        ${chainId === undefined ? empty : sql`AND a.chain_id = ${chainId}`}
        ${phase === undefined ? empty : sql`AND s.status ->> 'phase' = ${phase}`}
        ${held === undefined ? empty : sql`AND ${IS_HELD} = ${held}`}
        ${stopped === undefined ? empty : sql`AND (o.state IS NOT DISTINCT FROM 'stop') = ${stopped}`}
        ${projectId === undefined ? empty : sql`AND a.project_id = ${projectId}`}`,
      limit + 1,
    );
    const interventions = await this.interventions(rows);
    return toPage(
      rows,
      limit,
      ({ campaignId }) => [campaignId],
      (row) => toAdminEscrow(row, interventions),
    );
  }

  async get(campaignId: string): Promise<AdminEscrow | undefined> {
    const rows = await this.rows(sql`AND a.campaign_id = ${campaignId}`, 1);
    const [row] = rows;
    return row && toAdminEscrow(row, await this.interventions(rows));
  }

  private rows(where: Sql, limit: number): Promise<Row[]> {
    return this.database.rows<Row>(sql`
      SELECT a.campaign_id, a.project_id, a.attempt, a.chain_id, COALESCE(s.address, a.address) AS address,
        s.status ->> 'phase' AS phase, o.state, o.code, o.reason, o.until, o.since, o.decided_at, o.next_look_at,
        o.last_error, o.last_error_at
      FROM escrow_attempt a
        LEFT JOIN escrow_state s USING (campaign_id, attempt)
        LEFT JOIN escrow_operation o USING (campaign_id, attempt)
      WHERE ${IS_LATEST} ${where}
      ORDER BY a.campaign_id DESC LIMIT ${limit}`);
  }

  /** Those that run. */
  private interventions(rows: readonly Row[]): Promise<InterventionRow[]> {
    const campaignIds = rows.map(({ campaignId }) => campaignId);
    return this.database.rows<InterventionRow>(sql`
      SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention
      WHERE campaign_id = ANY (${campaignIds}::uuid[]) AND ended_at IS NULL
      ORDER BY started_at DESC`);
  }
}

function toAdminEscrow(row: Row, interventions: readonly InterventionRow[]): AdminEscrow {
  const { campaignId, projectId, attempt, chainId, address, phase } = row;
  const running = (kind: InterventionRow['kind']) =>
    interventions.find((one) => one.campaignId === campaignId && one.kind === kind);
  const [hold, pause] = [running('hold'), running('pause')];
  return {
    ...{ campaignId, projectId, attempt, chainId, address, phase },
    hold: hold === undefined ? null : toHold(hold),
    pause: pause === undefined ? null : toPause(pause),
    operation: row.state === null ? null : toOperation(row),
  };
}

const toOperation = (row: { state: OperationState } & OperationColumns): EscrowOperation => ({
  state: row.state,
  code: row.code,
  reason: row.reason,
  until: iso(row.until),
  since: iso(row.since),
  decidedAt: iso(row.decidedAt),
  nextLookAt: iso(row.nextLookAt),
  lastError: row.lastError,
  lastErrorAt: iso(row.lastErrorAt),
});
