import { Injectable } from '@nestjs/common';
import type { PayoutScheduleChanged } from '@questp/messages/escrow';
import { columns, raw, sql, type Tx } from '@questp/postgres';
import { CAMPAIGN_COLUMNS, type CampaignRow } from './campaign.js';

export interface PoolLock {
  projectId: string;
  campaignId: string;
  /** From 1. */
  fundingAttempt: number;
  seconds: number;
}

export type LockedCampaignRow = CampaignRow & { now: Date };

/** What happened to the escrow of a funding attempt. */
export type PoolOutcome = 'funded' | 'cancelled';

@Injectable()
export class PoolLocksRepository {
  /**
   * Locks pool and dates of a campaign whose pool can be funded by the attempt, and records the fee of the chain;
   * undefined: it cannot be funded. Another lock of the attempt is extended.
   */
  lock(tx: Tx, { projectId, campaignId, fundingAttempt, seconds }: PoolLock) {
    return tx.row<LockedCampaignRow>(sql`
      UPDATE campaign SET pool_locked_attempt = ${fundingAttempt},
        pool_fee_bps = coalesce((
          SELECT (escrow ->> 'feeBps')::integer FROM integrations.published_chain_v1
          WHERE chain_id = reward_pool ->> 'chainId'
        ), pool_fee_bps),
        pool_locked_until = greatest(pool_locked_until, now() + ${seconds} * interval '1 second'),
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      WHERE id = ${campaignId} AND project_id = ${projectId} AND status IN ('draft', 'active')
        AND reward_pool ->> 'mode' = 'automatic' AND starts_at < ends_at AND ends_at > now()
        AND ${fundingAttempt}::integer >= pool_locked_attempt
        AND ${fundingAttempt}::integer > greatest(pool_funded_attempt, pool_cancelled_attempt)
      RETURNING ${columns(CAMPAIGN_COLUMNS)}, now() AS now`);
  }

  /** Records the payout schedule of a campaign, unless a later one is known. */
  async schedule(tx: Tx, schedule: PayoutScheduleChanged, occurredAt: string): Promise<void> {
    const { campaignId, moderatorsFrom, freezesAt } = schedule;
    await tx.execute(sql`
      UPDATE campaign SET review_moderators_from = ${moderatorsFrom}, review_freezes_at = ${freezesAt},
        review_scheduled_at = ${occurredAt}
      WHERE id = ${campaignId} AND (review_scheduled_at IS NULL OR review_scheduled_at < ${occurredAt}::timestamptz)`);
  }

  /** Records an outcome of an attempt; undefined: it is known, or nothing is known of the campaign. */
  record(tx: Tx, campaignId: string, fundingAttempt: number, outcome: PoolOutcome) {
    const column = raw(`pool_${outcome}_attempt`);
    return tx.row<Pick<CampaignRow, 'projectId' | 'title'>>(sql`
      UPDATE campaign SET ${column} = ${fundingAttempt},
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      WHERE id = ${campaignId} AND ${column} < ${fundingAttempt}::integer
      RETURNING project_id, title`);
  }
}
