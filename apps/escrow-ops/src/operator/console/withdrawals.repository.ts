import { Injectable } from '@nestjs/common';
import type { ApprovalWithdrawal } from '@questp/messages/escrow';
import { columns, Database, iso, namesOf, newId, sql, type Tx } from '@questp/postgres';
import { areThemselves, expiryOf, isLately, isOldEnough, mayManage } from './two-operators.js';

/** A row of the table `approval_withdrawal`. */
export interface WithdrawalRow {
  id: string;
  campaignId: string;
  planId: string;
  reason: string;
  requestedBy: string;
  requestedAt: Date;
  confirmedBy: string | null;
  confirmedAt: Date | null;
}

const COLUMNS = namesOf<keyof WithdrawalRow>({
  id: true,
  campaignId: true,
  planId: true,
  reason: true,
  requestedBy: true,
  requestedAt: true,
  confirmedBy: true,
  confirmedAt: true,
});

const IS_LIVE = isLately('w.requested_at');

/** The approved plan of an escrow. */
export interface WithdrawnPlan {
  id: string;
  campaignId: string;
  attempt: number;
}

@Injectable()
export class WithdrawalsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: it is not approved, is void, is finalized, or its payouts are made by the team. */
  plan(tx: Tx, campaignId: string, planId: string): Promise<WithdrawnPlan | undefined> {
    return tx.row(sql`
      SELECT id, campaign_id, (pool ->> 'attempt')::integer AS attempt FROM payout_plan
      WHERE id = ${planId} AND campaign_id = ${campaignId} AND status = 'approved' AND voided_at IS NULL
        AND pool ->> 'attempt' IS NOT NULL`);
  }

  /** Undefined: a request can still be confirmed, or the operator may not make one now. */
  request(
    tx: Tx,
    { id: planId, campaignId }: WithdrawnPlan,
    { adminId, reason }: { adminId: string; reason: string },
  ): Promise<WithdrawalRow | undefined> {
    return tx.row(sql`
      INSERT INTO approval_withdrawal AS w (id, campaign_id, plan_id, reason, requested_by)
      SELECT ${newId()}, ${campaignId}, p.id, ${reason}, ${adminId} FROM payout_plan p
      WHERE p.id = ${planId} AND ${isOldEnough(adminId, sql`p.approved_at`)} AND ${areThemselves(sql`${adminId}`)}
      ON CONFLICT (plan_id) DO UPDATE SET id = excluded.id, reason = excluded.reason,
        requested_by = excluded.requested_by, requested_at = clock_timestamp()
      WHERE w.confirmed_at IS NULL AND NOT (${IS_LIVE})
      RETURNING ${columns(COLUMNS, 'w')}`);
  }

  /**
   * Undefined: the request is missing or expired, the same operator made it, or one of the two may not withdraw an approval
   * now.
   */
  confirm(tx: Tx, campaignId: string, id: string, adminId: string): Promise<WithdrawalRow | undefined> {
    return tx.row(sql`
      UPDATE approval_withdrawal w SET confirmed_by = ${adminId}, confirmed_at = clock_timestamp()
      FROM payout_plan p
      WHERE w.id = ${id} AND w.campaign_id = ${campaignId} AND w.confirmed_at IS NULL AND ${IS_LIVE}
        AND p.id = w.plan_id AND w.requested_by <> ${adminId} AND ${isOldEnough(adminId, sql`p.approved_at`)}
        AND ${areThemselves(sql`${adminId}`, sql`w.requested_by`)} AND ${mayManage(sql`w.requested_by`)}
      RETURNING ${columns(COLUMNS, 'w')}`);
  }

  ofId(tx: Tx, campaignId: string, id: string): Promise<WithdrawalRow | undefined> {
    return tx.row(sql`
      SELECT ${columns(COLUMNS)} FROM approval_withdrawal WHERE id = ${id} AND campaign_id = ${campaignId}`);
  }

  ofPlan(tx: Tx, planId: string): Promise<WithdrawalRow | undefined> {
    return tx.row(sql`SELECT ${columns(COLUMNS)} FROM approval_withdrawal WHERE plan_id = ${planId}`);
  }

  /** The latest of a campaign that was confirmed or can be. */
  latest(campaignId: string): Promise<WithdrawalRow | undefined> {
    return this.database.row(sql`
      SELECT ${columns(COLUMNS, 'w')} FROM approval_withdrawal w
      WHERE campaign_id = ${campaignId} AND (confirmed_at IS NOT NULL OR ${IS_LIVE})
      ORDER BY requested_at DESC LIMIT 1`);
  }
}

export const isLive = ({ requestedAt, confirmedAt }: WithdrawalRow): boolean =>
  confirmedAt === null && expiryOf(requestedAt).getTime() > Date.now();

export const toWithdrawal = ({ campaignId: _campaignId, ...row }: WithdrawalRow): ApprovalWithdrawal => ({
  ...row,
  requestedAt: iso(row.requestedAt),
  expiresAt: iso(expiryOf(row.requestedAt)),
  confirmedAt: iso(row.confirmedAt),
});
