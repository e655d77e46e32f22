import { Injectable } from '@nestjs/common';
import type { AnnouncedPayout, PayoutAnnouncement } from '@questp/messages/escrow';
import { Database, sql, type Tx } from '@questp/postgres';
import { survivorOf } from '../plans/merged-accounts.js';
import type { PlanPool, PlanRow } from '../plans/plan-row.js';

/** Bounds of the pause between two checks of a plan. */
const MAX_PAUSE_SECONDS = 600;
const MIN_PAUSE_SECONDS = 5;
/** Pause as a fraction of the time since earners were last notified. */
const PAUSE_PART = 1 / 60;

/** A plan that earners may have to be notified of. */
export interface AnnouncedPlan extends Pick<
  PlanRow,
  'id' | 'campaignId' | 'projectId' | 'version' | 'kind' | 'status' | 'approvesAt'
> {
  pool: PlanPool;
  /** The freeze of the list, if an operator moved it; null: it was not moved. */
  movedFreezeAt: Date | null;
  /** Until when failed payouts can be claimed, as far as the follower knows; null: not known. */
  claimDeadline: Date | null;
  voidedAt: Date | null;
}

export interface AnnouncedRow extends AnnouncedPayout {
  kind: PayoutAnnouncement;
}

/** The condition of the index `payout_unannounced`. */
const UNANNOUNCED = sql`(announced IS NULL OR announced = 'listed' AND status IN ('pending', 'committed')
  OR status IN ('paid', 'skipped') AND announced <> status
  OR status = 'failed' AND announced NOT IN ('void', 'lapsed'))`;

@Injectable()
export class PayoutAnnouncementsRepository {
  constructor(private readonly database: Database) {}

  async areDue(): Promise<boolean> {
    return (await this.database.row(sql`SELECT FROM payout_announcement WHERE due_at <= now() LIMIT 1`)) !== undefined;
  }

  /** A plan that is due, until the end of the transaction; it cannot be superseded meanwhile. */
  take(tx: Tx, passedOver: readonly string[]): Promise<AnnouncedPlan | undefined> {
    return tx.row<AnnouncedPlan>(sql`
      SELECT p.id, p.campaign_id, p.project_id, p.version, p.kind, p.status, p.pool, p.voided_at, t.approves_at,
        CASE WHEN t.freeze_moved_at IS NOT NULL THEN t.freezes_at END AS moved_freeze_at,
        to_timestamp((s.status #>> '{deadlines,claim_deadline}')::numeric / 1000000000) AS claim_deadline
      FROM payout_announcement a JOIN payout_plan p ON p.id = a.plan_id
        LEFT JOIN escrow_state s ON s.campaign_id = p.campaign_id AND s.attempt = (p.pool ->> 'attempt')::integer
        LEFT JOIN LATERAL (
          SELECT approves_at, freezes_at, freeze_moved_at FROM payout_schedule c WHERE c.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
        ) t ON true
      WHERE a.due_at <= now() AND a.plan_id <> ALL (${passedOver}::uuid[])
      ORDER BY a.due_at LIMIT 1 FOR UPDATE OF a SKIP LOCKED FOR SHARE OF p SKIP LOCKED`);
  }

  /**
   * Marks the next payouts whose earners have to be notified, and returns them. The claim deadline of a failed payout is
   * announced with the failure, and again seven days before it. A lapsed deadline and a void payout are announced to earners
   * who were notified before. For a merged account the surviving account is notified.
   */
  mark(tx: Tx, plan: AnnouncedPlan, limit: number): Promise<AnnouncedRow[]> {
    const { id, kind: planKind, status, claimDeadline, voidedAt } = plan;
    const isClaimable = sql`coalesce(${claimDeadline}::timestamptz > now(), false)`;
    const isVoid = sql`${voidedAt !== null}::boolean`;
    const isLapsed = sql`coalesce(${claimDeadline}::timestamptz <= now(), false)`;
    const isEnding = sql`${claimDeadline}::timestamptz <= now() + interval '7 days'`;
    const inPreview = sql`CASE WHEN status = 'projected' THEN 'interim'
      WHEN excluded_reason = 'no_payout_address' THEN 'address_missing' END`;
    const inList = sql`CASE WHEN announced IS NOT NULL THEN NULL WHEN status = 'excluded' THEN 'unlisted' ELSE 'listed' END`;
    const whenApproved = sql`CASE
      WHEN status IN ('pending', 'committed') THEN 'projected'
      WHEN status IN ('excluded', 'paid', 'skipped') THEN status
      WHEN ${isVoid} THEN CASE WHEN announced IS NOT NULL THEN 'void' END
      WHEN ${isLapsed} THEN CASE WHEN announced IS NOT NULL THEN 'lapsed' END
      WHEN NOT ${isClaimable} THEN NULL
      WHEN coalesce(announced, '') NOT IN ('failed', 'claim_ending') THEN 'failed'
      WHEN announced = 'failed' AND ${isEnding} THEN 'claim_ending' END`;
    const kind = planKind === 'preview' ? inPreview : status === 'ready' && voidedAt === null ? inList : whenApproved;
    return tx.rows<AnnouncedRow>(sql`
      WITH due AS (
        SELECT rank, ${kind} AS kind FROM payout
        WHERE plan_id = ${id} AND ${UNANNOUNCED} AND ${kind} IS NOT NULL
        ORDER BY rank LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      UPDATE payout SET announced = CASE WHEN due.kind = 'failed' AND ${isEnding} THEN 'claim_ending' ELSE due.kind END
      FROM due WHERE plan_id = ${id} AND payout.rank = due.rank
      RETURNING due.kind, due.rank, ${survivorOf(sql`payout.user_id`)} AS user_id, amount, excluded_reason, tx_hash`);
  }

  /** The plan stays due. */
  async continue(tx: Tx, { id }: AnnouncedPlan): Promise<void> {
    await tx.execute(sql`UPDATE payout_announcement SET announced_at = now() WHERE plan_id = ${id}`);
  }

  /** Schedules the next check: the later the longer nothing has changed, and none once nothing can change. */
  async pause(tx: Tx, { id, claimDeadline, voidedAt }: AnnouncedPlan): Promise<void> {
    const isOver = sql`${voidedAt !== null}::boolean OR NOT EXISTS (
      SELECT FROM payout WHERE plan_id = ${id} AND (status IN ('pending', 'committed')
        OR status = 'failed' AND coalesce(${claimDeadline}::timestamptz > now() - interval '1 day', true)))`;
    const ended = await tx.execute(sql`DELETE FROM payout_announcement WHERE plan_id = ${id} AND (${isOver})`);
    if (ended > 0) return;
    const seconds = sql`extract(epoch FROM now() - announced_at) * ${PAUSE_PART}::float8`;
    await tx.execute(sql`
      UPDATE payout_announcement SET due_at = now() + make_interval(
        secs => greatest(least(${seconds}, ${MAX_PAUSE_SECONDS}::float8), ${MIN_PAUSE_SECONDS}::float8))
      WHERE plan_id = ${id}`);
  }

  async end(tx: Tx, { id }: AnnouncedPlan): Promise<void> {
    await tx.execute(sql`DELETE FROM payout_announcement WHERE plan_id = ${id}`);
  }
}
