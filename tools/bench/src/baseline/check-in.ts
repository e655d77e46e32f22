import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { statement } from './statement.js';

// The statements of a check-in as quests-verify sends them (its folders credit and daily-checkin).
const lockCampaign = statement(`
  SELECT pg_advisory_xact_lock_shared(hashtextextended('campaign ' || campaign_id::text, 0)) FROM quest WHERE id = $1`);

const enter = statement<{ now: Date; earner_status: string | null; latest_period_key: string | null }>(`
  WITH asked_earner AS (SELECT status FROM earner WHERE user_id = $1 FOR SHARE)
  SELECT now(), (SELECT status FROM asked_earner) AS earner_status,
    q.id, q.project_id, p.name AS project_name, q.campaign_id, q.title, q.task_type_id, q.method, q.config,
    q.verification_config, q.period, q.max_completions, q.completions, q.starts_at, q.ends_at, q.status,
    CASE p.status WHEN 'archived' THEN 'archived' ELSE c.status END AS campaign_status,
    c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at,
    EXISTS (SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = $2) AS is_member,
    NOT EXISTS (
      SELECT FROM unnest(q.prerequisites) AS needed (quest_id)
      WHERE NOT EXISTS (
        SELECT FROM submission s
        WHERE s.quest_id = needed.quest_id AND s.user_id = $3 AND s.status = 'claimed'
      )
    ) AS prerequisites_met,
    latest.status AS latest_status, latest.period_key AS latest_period_key, latest.next_try_at AS latest_next_try_at
  FROM quest q
  JOIN campaign c ON c.id = q.campaign_id
  JOIN project p ON p.id = q.project_id
  LEFT JOIN LATERAL (
    SELECT s.status, s.period_key, s.next_try_at FROM submission s
    WHERE s.quest_id = q.id AND s.user_id = $4
      AND length(s.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END
    ORDER BY s.period_key DESC LIMIT 1
  ) latest ON true
  WHERE q.id = $5`);

const credit = statement<{
  id: string;
  status: string;
  points_awarded: number;
  xp_awarded: number;
  claimed_at: Date;
}>(`
  WITH admitted AS (SELECT * FROM quest WHERE id = $1),
  written AS (
    INSERT INTO submission AS s (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
      status, inputs, points_awarded, xp_awarded, credit_no, verified_at, claimed_at)
    SELECT $2::uuid, q.project_id, q.campaign_id, q.id, $3::text, $4::text,
      q.task_type_id, q.method, $5::text, $6::jsonb, q.points, q.xp, 1, now(), now()
    FROM admitted q
    ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
    SET status = excluded.status, inputs = excluded.inputs, method = excluded.method, reason = NULL,
      points_awarded = excluded.points_awarded, xp_awarded = excluded.xp_awarded,
      credit_no = s.credit_no + excluded.credit_no, verified_at = excluded.verified_at,
      claimed_at = excluded.claimed_at, updated_at = now(), reviewed_by = NULL, reviewed_at = NULL
    WHERE s.status = 'rejected'
    RETURNING s.*
  ),
  ledger AS (
    INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
      period_key, points, xp)
    SELECT $7::uuid, 'credit', id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
      points_awarded, xp_awarded
    FROM written
  ),
  standings AS (
    INSERT INTO standing AS s (scope_id, user_id, points, xp, completions, last_credit_at)
    SELECT scope.id, w.user_id, w.points_awarded, w.xp_awarded, 1, now()
    FROM written w CROSS JOIN LATERAL (VALUES (w.campaign_id), (w.project_id)) AS scope (id)
    ON CONFLICT (scope_id, user_id) DO UPDATE
    SET points = s.points + excluded.points, xp = s.xp + excluded.xp, completions = s.completions + 1,
      last_credit_at = greatest(s.last_credit_at, excluded.last_credit_at)
  ),
  step AS (
    INSERT INTO submission_step (submission_id, status, by, actor_id)
    SELECT id, status, $8::text, $9::text FROM written
  ),
  event AS (
    INSERT INTO outbox (id, type, version, aggregate_id, data)
    SELECT $10::uuid, $11::text, $12::integer, w.id::text, jsonb_build_object(
      'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
      'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
      'reason', w.reason)
    FROM written w CROSS JOIN admitted q
  )
  SELECT * FROM written`);

const days = statement<{ days: string[] | null; last_at: Date | null }>(`
  SELECT array_agg(period_key ORDER BY period_key) AS days, max(claimed_at) AS last_at
  FROM submission WHERE quest_id = $1 AND user_id = $2 AND status = 'claimed'`);

/** Credits today's check-in in one transaction; undefined when it cannot be credited. */
export async function checkIn(pool: Pool, userId: string, questId: string): Promise<object | undefined> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await lockCampaign(client, [questId]);
    const [entry] = await enter(client, [userId, userId, userId, userId, questId]);
    const day = entry?.now.toISOString().slice(0, 10);
    const open = entry?.earner_status === 'active' && entry.latest_period_key !== day;
    const [written] = open
      ? await credit(client, [
          questId,
          randomUUID(),
          userId,
          day,
          'claimed',
          '{}',
          randomUUID(),
          'automatic',
          null,
          randomUUID(),
          'submission.claimed',
          1,
        ])
      : [];
    const [known] = await days(client, [questId, userId]);
    await client.query('COMMIT');
    if (!written) return undefined;
    return {
      submissionId: written.id,
      status: written.status,
      pointsAwarded: written.points_awarded,
      xpAwarded: written.xp_awarded,
      claimedAt: written.claimed_at.toISOString(),
      streak: known?.days?.length ?? 0,
      nextAvailableAt: new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString(),
    };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
