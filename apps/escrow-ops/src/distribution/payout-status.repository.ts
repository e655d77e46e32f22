import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, sql, type Tx } from '@questp/postgres';

/** What became of a payout. */
export interface PayoutOutcome {
  address: string;
  status: 'paid' | 'failed' | 'skipped';
  /** Transaction that paid; null: none is known. */
  txHash: string | null;
  /** Account that paid; null: it was not paid, or the transfer names none. */
  payer: string | null;
  /** When it was paid; null: it was not. */
  paidAt: Date | null;
}

/** Statuses from which a payout gets an outcome. A paid payout stays paid. */
const OPEN = sql`p.status IN ('pending', 'committed', 'failed')`;

/** Changes the status of payouts. Repeated calls have the effect of one. */
@Injectable()
export class PayoutStatusRepository {
  constructor(private readonly database: Database) {}

  /** The allocation on the chain has the payouts of the plan up to an address, in the order of commits. */
  async committed(tx: Tx, planId: string, upToAddress: string): Promise<void> {
    const changed = await tx.execute(sql`
      UPDATE payout SET status = 'committed'
      WHERE plan_id = ${planId} AND status = 'pending' AND address <= ${upToAddress}`);
    await this.publish(tx, planId, changed);
  }

  /** The allocation on the chain was discarded. */
  async reset(tx: Tx, planId: string): Promise<void> {
    const changed = await tx.execute(
      sql`UPDATE payout SET status = 'pending' WHERE plan_id = ${planId} AND status = 'committed'`,
    );
    await this.publish(tx, planId, changed);
  }

  /**
   * The escrow of a funding attempt was cancelled, or expired: the final plan becomes void, and its unpaid payouts have
   * failed. Earners who were notified of their payout are notified of this. Returns whether there was one.
   */
  async void(tx: Tx, campaignId: string, attempt: number): Promise<boolean> {
    const plan = await tx.row<{ id: string }>(sql`
      UPDATE payout_plan SET voided_at = now()
      WHERE campaign_id = ${campaignId} AND kind = 'final' AND status IN ('ready', 'approved') AND voided_at IS NULL
        AND pool ->> 'attempt' = ${`${attempt}`}
      RETURNING id`);
    if (plan === undefined) return false;
    const changed = await tx.execute(sql`
      UPDATE payout SET status = 'failed'
      WHERE plan_id = ${plan.id} AND status IN ('projected', 'pending', 'committed')`);
    await tx.execute(sql`UPDATE payout_announcement SET due_at = now() WHERE plan_id = ${plan.id}`);
    await this.publish(tx, plan.id, changed);
    return true;
  }

  /** Records outcomes; returns how many were new. */
  async settle(tx: Tx, planId: string, outcomes: readonly PayoutOutcome[]): Promise<number> {
    const changed = await tx.execute(sql`
      UPDATE payout p SET status = o.status, tx_hash = coalesce(o.tx_hash, p.tx_hash), payer = o.payer,
        paid_at = o.paid_at
      FROM unnest(${outcomes.map(({ address }) => address)}::text[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map(({ txHash }) => txHash)}::text[], ${outcomes.map(({ payer }) => payer)}::text[],
        ${outcomes.map(({ paidAt }) => paidAt)}::timestamptz[]) AS o (address, status, tx_hash, payer, paid_at)
      WHERE p.plan_id = ${planId} AND p.address = o.address COLLATE "C" AND p.amount IS NOT NULL AND ${OPEN}
        AND p.status <> o.status`);
    await this.publish(tx, planId, changed);
    return changed;
  }

  /** Addresses whose payments of the last 30 days were recorded without a transaction, at most `limit` after an address. */
  async withoutTransaction(planId: string, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ address: string }>(sql`
      SELECT address FROM payout
      WHERE plan_id = ${planId} AND status = 'paid' AND tx_hash IS NULL AND address > ${after}
        AND paid_at > now() - interval '30 days'
      ORDER BY address LIMIT ${limit}`);
    return rows.map(({ address }) => address);
  }

  /** Adds the transactions of payouts that were recorded without one. */
  async complete(tx: Tx, planId: string, found: readonly { address: string; txHash: string; paidAt: Date }[]) {
    const changed = await tx.execute(sql`
      UPDATE payout p SET tx_hash = f.tx_hash, paid_at = f.paid_at
      FROM unnest(${found.map(({ address }) => address)}::text[], ${found.map(({ txHash }) => txHash)}::text[],
        ${found.map(({ paidAt }) => paidAt)}::timestamptz[]) AS f (address, tx_hash, paid_at)
      WHERE p.plan_id = ${planId} AND p.address = f.address COLLATE "C" AND p.status = 'paid' AND p.tx_hash IS NULL`);
    await this.publish(tx, planId, changed);
  }

  private async publish(tx: Tx, planId: string, changed: number): Promise<void> {
    if (changed === 0) return;
    const plan = await tx.row<{ projectId: string; campaignId: string; version: number }>(
      sql`SELECT project_id, campaign_id, version FROM payout_plan WHERE id = ${planId}`,
    );
    if (plan !== undefined) await emit(tx, 'payouts.changed', plan.campaignId, { ...plan, changed });
  }
}
