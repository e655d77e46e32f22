import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { sql, type Tx } from '@questp/postgres';

/** What became of a payout. */
export interface PayoutOutcome {
  address: string;
  status: 'paid' | 'failed' | 'skipped';
  /** Transaction that paid; null: none is known. */
  txHash: string | null;
  /** When it was paid; null: it was not. */
  paidAt: Date | null;
}

/** Statuses from which a payout gets an outcome. What was paid stays paid. */
const OPEN = sql`p.status IN ('pending', 'committed', 'failed')`;

/** Changes the status of payouts. Repeated calls have the effect of one. */
@Injectable()
export class PayoutStatusRepository {
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

  /** Records outcomes; returns how many were new. */
  async settle(tx: Tx, planId: string, outcomes: readonly PayoutOutcome[]): Promise<number> {
    const changed = await tx.execute(sql`
      UPDATE payout p SET status = o.status, tx_hash = coalesce(o.tx_hash, p.tx_hash), paid_at = o.paid_at
      FROM unnest(${outcomes.map(({ address }) => address)}::text[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map(({ txHash }) => txHash)}::text[], ${outcomes.map(({ paidAt }) => paidAt)}::timestamptz[])
        AS o (address, status, tx_hash, paid_at)
      WHERE p.plan_id = ${planId} AND p.address = o.address COLLATE "C" AND p.amount IS NOT NULL AND ${OPEN}
        AND p.status <> o.status`);
    await this.publish(tx, planId, changed);
    return changed;
  }

  private async publish(tx: Tx, planId: string, changed: number): Promise<void> {
    if (changed === 0) return;
    const plan = await tx.row<{ projectId: string; campaignId: string; version: number }>(
      sql`SELECT project_id, campaign_id, version FROM payout_plan WHERE id = ${planId}`,
    );
    if (plan !== undefined) await emit(tx, 'payouts.changed', plan.campaignId, { ...plan, changed });
  }
}
