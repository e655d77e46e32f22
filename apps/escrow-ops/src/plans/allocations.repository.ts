import { Injectable } from '@nestjs/common';
import { listAllocations, type AllocationFileStatus, type PublicAllocation } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, empty, iso, sql, toPage, type Sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { PlanPool, PlanRow } from './plan-row.js';

/** Entries per statement. */
const BATCH = 5_000;

/** An entry of an allocation, in the order of commits. */
export interface AllocationRow {
  address: string;
  /** Base units. */
  weight: string;
  points: string;
}

/** What the operator commits. */
export interface ApprovedPlan {
  id: string;
  version: number;
  sha256: string;
  entries: number;
  /** Sum of the weights. */
  total: string;
  pool: PlanPool;
  /** When the chain was seen to have its allocation finalized; null: it was not. */
  finalizedAt: Date | null;
}

type PublicPlan = Pick<PlanRow, 'id' | 'version' | 'status' | 'approvedAt' | 'finalizedAt'> & {
  allocationSha256: Buffer;
  entries: number;
  total: string;
};

/** Final plans with at least one entry. The plans of manual campaigns are not public. */
const PUBLIC = sql`kind = 'final' AND allocation_sha256 IS NOT NULL AND pool ->> 'attempt' IS NOT NULL`;

@Injectable()
export class AllocationsRepository {
  constructor(private readonly database: Database) {}

  /** The current allocation, or the one of a version. */
  get(campaignId: string, version: number | undefined): Promise<PublicPlan | undefined> {
    const which: Sql = version === undefined ? sql`status IN ('ready', 'approved')` : sql`version = ${version}`;
    return this.database.row(sql`
      SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
      WHERE campaign_id = ${campaignId} AND ${PUBLIC} AND ${which}`);
  }

  /** The approved plan of a funding attempt; undefined: there is none, or a changed pool waits for an approval. */
  approved(campaignId: string, attempt: number): Promise<ApprovedPlan | undefined> {
    return this.database.row(sql`
      SELECT id, version, encode(allocation_sha256, 'hex') AS sha256, entries, total, pool, finalized_at
      FROM payout_plan
      WHERE campaign_id = ${campaignId} AND status = 'approved' AND pool ->> 'attempt' = ${`${attempt}`}`);
  }

  /** Records that the chain had the allocation of a plan finalized. */
  async noteFinalized(planId: string): Promise<void> {
    await this.database.execute(
      sql`UPDATE payout_plan SET finalized_at = now() WHERE id = ${planId} AND finalized_at IS NULL`,
    );
  }

  /** Keeps a plan approved until the transaction ends. False: it is not approved any more. */
  async keepApproved(tx: Tx, planId: string): Promise<boolean> {
    const approved = await tx.row(sql`SELECT FROM payout_plan WHERE id = ${planId} AND status = 'approved' FOR SHARE`);
    return approved !== undefined;
  }

  /** Whether a plan pays one of the addresses. */
  async pays(planId: string, addresses: readonly string[]): Promise<boolean> {
    const entry = await this.database.row(sql`
      SELECT FROM payout
      WHERE plan_id = ${planId} AND amount IS NOT NULL AND address = ANY (${[...addresses]}::text[]) LIMIT 1`);
    return entry !== undefined;
  }

  /** Entries after an address, in the order of commits: sorted bytewise by address. */
  entries(planId: string, after: string, reader: Pick<Tx, 'rows'> = this.database): Promise<AllocationRow[]> {
    return reader.rows(sql`
      SELECT address, amount AS weight, points FROM payout
      WHERE plan_id = ${planId} AND amount IS NOT NULL AND address > ${after} ORDER BY address LIMIT ${BATCH}`);
  }

  /** Latest first. */
  @Rpc(listAllocations)
  async list({ campaignId, limit, cursor }: RequestOf<typeof listAllocations>): Promise<Page<PublicAllocation>> {
    const [before] = decodeCursor(cursor, ['int32']) ?? [];
    const rows = await this.database.rows<PublicPlan>(sql`
      SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
      WHERE campaign_id = ${campaignId} AND ${PUBLIC} ${before === undefined ? empty : sql`AND version < ${before}`}
      ORDER BY version DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ version }) => [version], toAllocation);
  }
}

const toAllocation = ({ version, entries, total, allocationSha256, ...plan }: PublicPlan): PublicAllocation => ({
  ...{ version, entries, total, sha256: allocationSha256.toString('hex'), status: statusOf(plan) },
  approvedAt: iso(plan.approvedAt),
  finalizedAt: iso(plan.finalizedAt),
});

function statusOf({ status, finalizedAt }: Pick<PublicPlan, 'status' | 'finalizedAt'>): AllocationFileStatus {
  if (status === 'ready') return 'listed';
  if (status === 'rejected') return 'rejected';
  if (status !== 'approved') return 'superseded';
  return finalizedAt === null ? 'planned' : 'finalized';
}
