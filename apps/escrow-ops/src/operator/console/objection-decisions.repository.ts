import { Injectable } from '@nestjs/common';
import { listPayoutObjections, type AdminPayoutObjection, type ObjectionDecision } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import {
  columns,
  Database,
  decodeCursor,
  found,
  iso,
  join,
  newId,
  sql,
  toPage,
  type Sql,
  type Tx,
} from '@questp/postgres';
import { Rpc } from '@questp/service';
import { OBJECTION_COLUMNS, toObjection, type ObjectionRow } from '../../plans/objection-row.js';
import { areThemselves, expiryOf, isLately, isOldEnough, mayManage } from './two-operators.js';

/** An objection with the plan that it is about. */
export interface AdminObjectionRow extends ObjectionRow {
  projectId: string;
  version: number;
  approvesAt: Date;
}

const IS_LIVE = isLately('proposed_at');

const OBJECTIONS = sql`
  SELECT ${columns(OBJECTION_COLUMNS, 'o')}, p.project_id, p.version, t.approves_at
  FROM payout_objection o JOIN payout_plan p ON p.id = o.plan_id
  CROSS JOIN LATERAL (
    SELECT approves_at FROM payout_schedule s WHERE s.campaign_id = o.campaign_id ORDER BY attempt DESC LIMIT 1
  ) t`;

@Injectable()
export class ObjectionDecisionsRepository {
  constructor(private readonly database: Database) {}

  /** Latest first. */
  @Rpc(listPayoutObjections)
  async list({ state, limit, cursor }: RequestOf<typeof listPayoutObjections>): Promise<Page<AdminPayoutObjection>> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const conditions: Sql[] = [
      sql`true`,
      ...(state === undefined ? [] : [sql`o.state = ${state}`]),
      ...(before === undefined ? [] : [sql`o.id < ${before}::uuid`]),
    ];
    const rows = await this.database.rows<AdminObjectionRow>(sql`
      ${OBJECTIONS} WHERE ${join(conditions, ' AND ')} ORDER BY o.id DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ id }) => [id], toAdminObjection);
  }

  /** NOT_FOUND */
  async get(tx: Tx, id: string): Promise<AdminObjectionRow> {
    return found(await tx.row<AdminObjectionRow>(sql`${OBJECTIONS} WHERE o.id = ${id}`));
  }

  /**
   * Returns whether the decision is proposed now: not if the objection is decided, the same decision can still be confirmed,
   * or the operator may not propose one now.
   */
  async propose(
    tx: Tx,
    id: string,
    { adminId, decision, reason }: { adminId: string; decision: ObjectionDecision; reason: string },
  ): Promise<boolean> {
    const proposed = await tx.execute(sql`
      UPDATE payout_objection SET proposal_id = ${newId()}, proposed_decision = ${decision},
        proposed_reason = ${reason}, proposed_by = ${adminId}, proposed_at = clock_timestamp()
      WHERE id = ${id} AND state = 'open' AND (${IS_LIVE} AND proposed_decision = ${decision}) IS NOT TRUE
        AND ${isOldEnough(adminId, sql`objected_at`)} AND ${areThemselves(sql`${adminId}`)}`);
    return proposed > 0;
  }

  /**
   * Returns whether the objection is decided now: not if it is decided already, the proposal is another one or expired, the
   * same operator made it, or one of the two may not decide now.
   */
  async confirm(tx: Tx, id: string, proposalId: string, adminId: string): Promise<boolean> {
    const decided = await tx.execute(sql`
      UPDATE payout_objection SET confirmed_by = ${adminId}, decided_at = clock_timestamp(),
        state = CASE proposed_decision WHEN 'uphold' THEN 'upheld' ELSE 'dismissed' END
      WHERE id = ${id} AND state = 'open' AND proposal_id = ${proposalId} AND ${IS_LIVE} AND proposed_by <> ${adminId}
        AND ${isOldEnough(adminId, sql`objected_at`)} AND ${areThemselves(sql`${adminId}`, sql`proposed_by`)}
        AND ${mayManage(sql`proposed_by`)}`);
    return decided > 0;
  }
}

export const isLive = ({ state, proposedAt }: AdminObjectionRow): boolean =>
  state === 'open' && proposedAt !== null && expiryOf(proposedAt).getTime() > Date.now();

export const toAdminObjection = (row: AdminObjectionRow): AdminPayoutObjection => ({
  ...toObjection(row),
  campaignId: row.campaignId,
  projectId: row.projectId,
  planId: row.planId,
  version: row.version,
  autoApproveAt: iso(row.approvesAt),
  proposalId: row.proposalId,
  proposedDecision: row.proposedDecision,
  proposedReason: row.proposedReason,
  proposedBy: row.proposedBy,
  proposalExpiresAt: row.proposedAt && iso(expiryOf(row.proposedAt)),
  confirmedBy: row.confirmedBy,
});
