import { Injectable } from '@nestjs/common';
import { Database, empty, sql, type Sql, type Tx } from '@questp/postgres';

/** Campaigns per round. */
const BATCH = 100;

export interface DuePlan {
  campaignId: string;
  projectId: string;
  /** The current final plan. */
  currentId: string | null;
  /**
   * ended: there is no final plan of this funding attempt. rejected: its finalized allocation was discarded.
   * pool_changed: the escrow holds another amount.
   */
  reason: 'ended' | 'rejected' | 'pool_changed';
}

@Injectable()
export class DuePlansRepository {
  constructor(private readonly db: Database) {}

  campaigns(): Promise<Pick<DuePlan, 'campaignId'>[]> {
    return this.db.rows(sql`${dueOf(empty)} LIMIT ${BATCH}`);
  }

  campaign(tx: Tx, campaignId: string): Promise<DuePlan | undefined> {
    return tx.row(dueOf(sql`AND c.id = ${campaignId}`));
  }

  /** Active campaigns whose payouts were not projected for a while. */
  unprojected(): Promise<Pick<DuePlan, 'campaignId' | 'projectId'>[]> {
    return this.db.rows(sql`
      SELECT c.id AS campaign_id, c.project_id FROM quests.published_campaign_v2 c
      WHERE c.status = 'active' AND c.reward_pool IS NOT NULL AND NOT EXISTS (
        SELECT FROM payout_plan p WHERE p.campaign_id = c.id
          AND (p.status = 'requested' OR p.planned_at > now() - interval '10 minutes'))
      LIMIT ${BATCH}`);
  }

  /** Records which plans the chain has finalized. The hash is that of the allocation. */
  async noteFinalized(): Promise<void> {
    await this.db.execute(sql`
      UPDATE payout_plan p SET finalized_at = now()
      FROM escrow_state s
      WHERE p.status = 'approved' AND p.finalized_at IS NULL AND s.campaign_id = p.campaign_id
        AND s.attempt = (p.pool ->> 'attempt')::integer
        AND s.status #>> '{finalized,allocation_sha256}' = encode(p.allocation_sha256, 'hex')`);
  }
}

/**
 * Campaigns that need a final plan and have requested none. A reset of the allocation by the operator leaves the plan:
 * only a finalized one can be rejected.
 */
const dueOf = (condition: Sql): Sql => sql`
  SELECT campaign_id, project_id, current_id, reason
  FROM (
    SELECT c.id AS campaign_id, c.project_id, p.id AS current_id,
      CASE
        WHEN c.reward_pool ->> 'mode' = 'manual' THEN CASE WHEN p.id IS NULL THEN 'ended' END
        WHEN coalesce(s.status ->> 'phase', '') NOT IN ('ended', 'committing') THEN NULL
        WHEN p.id IS NULL OR (p.pool ->> 'attempt')::integer IS DISTINCT FROM s.attempt THEN 'ended'
        WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
          THEN 'rejected'
        WHEN least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
          <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
      END AS reason
    FROM quests.published_campaign_v2 c
    LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
    LEFT JOIN LATERAL (
      SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
    ) s ON true
    WHERE c.ended_at IS NOT NULL AND c.reward_pool IS NOT NULL ${condition}
      AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
  ) due
  WHERE reason IS NOT NULL`;
