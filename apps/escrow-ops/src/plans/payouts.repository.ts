import { Injectable } from '@nestjs/common';
import {
  getOwnPayout,
  listPayoutDifferences,
  listPayouts,
  MAX_MERGED_PAYOUTS,
  type OwnPayout,
  type Payout,
  type PayoutDifference,
} from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { columns, Database, decodeCursor, found, iso, join, raw, sql, toPage, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { accountsOf } from './merged-accounts.js';
import { PAYOUT_COLUMNS, toPayout, type PayoutRow } from './payout-row.js';
import type { PlanPool } from './plan-row.js';

/** Rows per statement. */
const BATCH = 5_000;

/** Payouts with their plan. */
type OwnRow = PayoutRow & { pool: PlanPool; approvedAt: Date | null };
type DifferenceRow = Record<'before' | 'after', StoredPayout | null> & { userId: string };
/** A row as PostgreSQL turns it into JSON; amounts are text. */
type StoredPayout = Omit<PayoutRow, 'paidAt'> & { paidAt: string | null };

@Injectable()
export class PayoutsRepository {
  constructor(private readonly database: Database) {}

  /** Rows of a plan after a rank. */
  after(tx: Tx, planId: string, rank: number): Promise<PayoutRow[]> {
    return tx.rows(sql`
      SELECT ${columns(PAYOUT_COLUMNS)} FROM payout WHERE plan_id = ${planId} AND rank > ${rank}
      ORDER BY rank LIMIT ${BATCH}`);
  }

  /** NOT_FOUND without a plan, or without points. */
  @Rpc(getOwnPayout)
  async own({ userId, campaignId }: RequestOf<typeof getOwnPayout>): Promise<OwnPayout> {
    const rows = await this.database.rows<OwnRow>(sql`
      SELECT ${columns(PAYOUT_COLUMNS, 'r')}, p.pool, p.approved_at
      FROM payout_plan p JOIN payout r ON r.plan_id = p.id
      WHERE p.campaign_id = ${campaignId} AND p.status IN ('ready', 'approved') AND r.user_id IN ${accountsOf(userId)}
      ORDER BY (r.user_id = ${userId}) DESC, r.rank LIMIT ${1 + MAX_MERGED_PAYOUTS}`);
    const [first, ...merged] = rows.map(({ pool, approvedAt, ...row }) => ({
      pool,
      approvedAt,
      payout: toPayout(row),
    }));
    const { payout, pool, approvedAt } = found(first);
    const { chainId, assetKind, denom, symbol, decimals } = pool;
    return {
      ...{ ...payout, chainId, assetKind, denom, symbol, decimals, approvedAt: iso(approvedAt) },
      mergedPayouts: merged.map((one) => one.payout),
    };
  }

  /** By rank. Empty for a plan of another project. */
  @Rpc(listPayouts)
  async list(request: RequestOf<typeof listPayouts>): Promise<Page<Payout>> {
    const { planId, status, excludedReason, earnerId, limit, cursor } = request;
    await this.requirePlan(planId, request);
    const [after] = decodeCursor(cursor, ['int32']) ?? [];
    const conditions = [
      [sql`r.plan_id = ${planId}`],
      status === undefined ? [] : [sql`r.status = ${status}`],
      excludedReason === undefined ? [] : [sql`r.excluded_reason = ${excludedReason}`],
      earnerId === undefined ? [] : [sql`r.user_id = ${earnerId}`],
      after === undefined ? [] : [sql`r.rank > ${after}`],
    ].flat();
    const rows = await this.database.rows<PayoutRow>(sql`
      SELECT ${columns(PAYOUT_COLUMNS, 'r')} FROM payout r
      WHERE ${join(conditions, ' AND ')} ORDER BY r.rank LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ rank }) => [rank], toPayout);
  }

  /** By user. */
  @Rpc(listPayoutDifferences)
  async differences(request: RequestOf<typeof listPayoutDifferences>): Promise<Page<PayoutDifference>> {
    const { planId, since, limit, cursor } = request;
    await this.requirePlan(planId, request);
    await this.requirePlan(since, request);
    const [after = ''] = decodeCursor(cursor, ['text']) ?? [];
    const of = (which: string) => sql`
      SELECT ${columns(PAYOUT_COLUMNS, 'r')} FROM payout r WHERE r.user_id > ${after} AND r.plan_id = ${which}`;
    const shown = (row: 'b' | 'a') => sql`
      CASE WHEN ${raw(row)}.user_id IS NOT NULL THEN jsonb_build_object(
        'rank', ${raw(row)}.rank, 'userId', ${raw(row)}.user_id, 'points', ${raw(row)}.points::text,
        'address', ${raw(row)}.address, 'addressSource', ${raw(row)}.address_source, 'amount', ${raw(row)}.amount::text,
        'excludedReason', ${raw(row)}.excluded_reason, 'status', ${raw(row)}.status, 'txHash', ${raw(row)}.tx_hash,
        'batch', ${raw(row)}.batch, 'payer', ${raw(row)}.payer, 'paidAt', ${raw(row)}.paid_at) END`;
    const rows = await this.database.rows<DifferenceRow>(sql`
      SELECT user_id, ${shown('b')} AS before, ${shown('a')} AS after
      FROM (${of(since)}) b FULL JOIN (${of(planId)}) a USING (user_id)
      WHERE (b.points, b.address, b.amount, b.excluded_reason)
        IS DISTINCT FROM (a.points, a.address, a.amount, a.excluded_reason)
      ORDER BY user_id LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ userId }) => [userId], toDifference);
  }

  /** NOT_FOUND for a plan of another campaign or project. */
  private async requirePlan(planId: string, of: { campaignId: string; projectId: string }): Promise<void> {
    found(
      await this.database.row(sql`
        SELECT FROM payout_plan
        WHERE id = ${planId} AND campaign_id = ${of.campaignId} AND project_id = ${of.projectId}`),
    );
  }
}

const toDifference = ({ userId, before, after }: DifferenceRow): PayoutDifference => ({
  userId,
  before: before && fromJson(before),
  after: after && fromJson(after),
});

const fromJson = ({ paidAt, ...row }: StoredPayout): Payout =>
  toPayout({ ...row, paidAt: paidAt === null ? null : new Date(paidAt) });
