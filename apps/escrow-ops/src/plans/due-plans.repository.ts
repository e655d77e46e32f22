import { Injectable } from '@nestjs/common';
import { Database, empty, sql, type Sql, type Tx } from '@questp/postgres';
import { COMMIT_PHASES } from './campaign-pool.js';

/** Campaigns per round. */
const BATCH = 100;

export interface DuePlan {
  campaignId: string;
  projectId: string;
  /** The current final plan. */
  currentId: string | null;
  /**
   * frozen: there is no final plan of this funding attempt, or the freeze was moved. rejected: its finalized allocation
   * was discarded. pool_changed: the escrow holds another amount. corrected: operators
   * upheld an objection since the list was read. approval: the list is read again to be approved.
   */
  reason: 'frozen' | 'rejected' | 'pool_changed' | 'corrected' | 'approval';
  /** Of the schedule. */
  attempt: number;
  commitDeadline: Date | null;
  /** The last final plan was rejected: the next one takes its place. */
  isReplacement: boolean;
}

@Injectable()
export class DuePlansRepository {
  constructor(private readonly database: Database) {}

  campaigns(): Promise<Pick<DuePlan, 'campaignId'>[]> {
    return this.database.rows(sql`${dueOf(empty)} LIMIT ${BATCH}`);
  }

  campaign(tx: Tx, campaignId: string): Promise<DuePlan | undefined> {
    return tx.row(dueOf(sql`AND c.id = ${campaignId}`));
  }

  /** Campaigns whose list is not frozen, and whose payouts were not projected for a while. */
  unprojected(): Promise<Pick<DuePlan, 'campaignId' | 'projectId'>[]> {
    return this.database.rows(sql`
      SELECT c.id AS campaign_id, c.project_id FROM quests.published_campaign_v2 c
      WHERE c.reward_pool IS NOT NULL
        AND (c.status = 'active' OR c.id IN (SELECT campaign_id FROM payout_schedule WHERE freezes_at > now()))
        AND NOT EXISTS (
        SELECT FROM payout_plan p WHERE p.campaign_id = c.id
          AND (p.status = 'requested' OR p.planned_at > now() - interval '10 minutes'))
      LIMIT ${BATCH}`);
  }

  /** Records which plans the chain has finalized. The hash is that of the allocation. */
  async noteFinalized(): Promise<void> {
    await this.database.execute(sql`
      UPDATE payout_plan p SET finalized_at = now()
      FROM escrow_state s
      WHERE p.status = 'approved' AND p.finalized_at IS NULL AND s.campaign_id = p.campaign_id
        AND s.attempt = (p.pool ->> 'attempt')::integer
        AND s.status #>> '{finalized,allocation_sha256}' = encode(p.allocation_sha256, 'hex')`);
  }
}

/**
 * Campaigns that need a final plan and have requested none, from the freeze on. A reset of the allocation by the operator
 * leaves the plan: only a finalized one can be rejected. A list that cannot be approved is read again after a while, for
 * an earner may have proved an address.
 */
const dueOf = (condition: Sql): Sql => sql`
  SELECT campaign_id, project_id, current_id, reason, attempt, commit_deadline, is_replacement
  FROM (
    SELECT c.id AS campaign_id, c.project_id, p.id AS current_id, t.attempt, t.commit_deadline,
      p.id IS NULL AND 'rejected' = (
        SELECT r.status FROM payout_plan r
        WHERE r.campaign_id = c.id AND r.kind = 'final' AND coalesce((r.pool ->> 'attempt')::integer, 0) = t.attempt
        ORDER BY r.version DESC LIMIT 1) IS TRUE AS is_replacement,
      CASE
        WHEN t.attempt > 0 AND coalesce(s.status ->> 'phase', '') <> ALL (${COMMIT_PHASES}::text[]) THEN NULL
        WHEN p.id IS NULL OR coalesce((p.pool ->> 'attempt')::integer, 0) <> t.attempt THEN 'frozen'
        WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
          THEN 'rejected'
        WHEN t.attempt > 0 AND least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
          <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
        WHEN p.status <> 'ready' THEN NULL
        WHEN p.as_of <> t.freezes_at THEN 'frozen'
        WHEN p.list_read_at < t.operators_until THEN 'corrected'
        WHEN t.approves_at <= now()
          AND (p.list_read_at < t.approves_at OR p.list_read_at < now() - interval '10 minutes') THEN 'approval'
      END AS reason
    FROM payout_schedule t
    JOIN quests.published_campaign_v2 c ON c.id = t.campaign_id
    LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
    LEFT JOIN escrow_state s ON s.campaign_id = t.campaign_id AND s.attempt = t.attempt
    WHERE t.freezes_at <= now() AND c.reward_pool IS NOT NULL ${condition}
      AND NOT EXISTS (SELECT FROM payout_schedule l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
      AND NOT EXISTS (SELECT FROM escrow_state l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
      AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
  ) due
  WHERE reason IS NOT NULL`;
