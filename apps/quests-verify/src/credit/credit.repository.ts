import { EVENT_VERSION, type Reviewer } from '@questp/messages';
import { newId, sql, type Sql, type Tx } from '@questp/postgres';
import type { JsonObject } from '../task-types/task-type.js';
import type { QuestEntry } from './quest-entry.js';
import type { SubmissionRow } from './submission-row.js';

/**
 * Credits the earner for the period of the entry, or claims the rejected submission of that period.
 * Undefined, and nothing written that may stay (roll back): the period is used, or the quest is full.
 */
export function creditEntry(tx: Tx, entry: QuestEntry, inputs: JsonObject): Promise<SubmissionRow | undefined> {
  return tx.row<SubmissionRow>(sql`
    WITH admitted AS (${admitted(entry.quest)}),
    written AS (${upsertSubmission(entry, inputs, 'claimed')}),
    ${creditWrites({ by: 'automatic', actorId: null })}
    SELECT * FROM written`);
}

/** Credits a submission that waits for review, for the period it was handed in for. Undefined: the quest is full. */
export function creditReviewed(
  tx: Tx,
  submission: { id: string; quest: { id: string; limited: boolean } },
  { by, reviewerId }: Reviewer,
): Promise<SubmissionRow | undefined> {
  return tx.row<SubmissionRow>(sql`
    WITH admitted AS (${admitted(submission.quest)}),
    written AS (
      UPDATE submission s
      SET status = 'claimed', reason = NULL, points_awarded = q.points, xp_awarded = q.xp, credit_no = s.credit_no + 1,
        verified_at = now(), claimed_at = now(), updated_at = now(), reviewed_by = ${reviewerId}, reviewed_at = now()
      FROM admitted q
      WHERE s.id = ${submission.id} AND s.status = 'in_review'
      RETURNING s.*
    ),
    ${creditWrites({ by, actorId: reviewerId })}
    SELECT * FROM written`);
}

/** Hands a submission, or a rejected one again, to the reviewers. Undefined: the period is used. */
export function handIn(tx: Tx, entry: QuestEntry, inputs: JsonObject): Promise<SubmissionRow | undefined> {
  return tx.row<SubmissionRow>(sql`
    WITH admitted AS (SELECT * FROM quest WHERE id = ${entry.quest.id}),
    written AS (${upsertSubmission(entry, inputs, 'in_review')}),
    step AS (
      INSERT INTO submission_step (submission_id, status, by, actor_id, inputs)
      SELECT id, status, 'earner', user_id, inputs FROM written
    ),
    event AS (${insertEvent('submission.in_review')})
    SELECT * FROM written`);
}

/** The quest, counted against its limit when it has one; no row when it is full. */
function admitted({ id, limited }: { id: string; limited: boolean }): Sql {
  return limited
    ? sql`UPDATE quest SET completions = completions + 1 WHERE id = ${id} AND completions < max_completions RETURNING *`
    : sql`SELECT * FROM quest WHERE id = ${id}`;
}

/** One submission per quest, earner and period; only a rejected one is written again. */
function upsertSubmission(entry: QuestEntry, inputs: JsonObject, status: 'claimed' | 'in_review'): Sql {
  const credit =
    status === 'claimed' ? sql`q.points, q.xp, 1, now(), now()` : sql`0, 0, 0, NULL::timestamptz, NULL::timestamptz`;
  return sql`
    INSERT INTO submission AS s (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
      status, inputs, points_awarded, xp_awarded, credit_no, verified_at, claimed_at)
    SELECT ${newId()}::uuid, q.project_id, q.campaign_id, q.id, ${entry.userId}::text, ${entry.periodKey}::text,
      q.task_type_id, q.method, ${status}::text, ${JSON.stringify(inputs)}::jsonb, ${credit}
    FROM admitted q
    ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
    SET status = excluded.status, inputs = excluded.inputs, method = excluded.method, reason = NULL,
      points_awarded = excluded.points_awarded, xp_awarded = excluded.xp_awarded,
      credit_no = s.credit_no + excluded.credit_no, verified_at = excluded.verified_at,
      claimed_at = excluded.claimed_at, updated_at = now(), reviewed_by = NULL, reviewed_at = NULL
    WHERE s.status = 'rejected'
    RETURNING s.*`;
}

/** What every credit writes beside the submission: ledger, both standings, history, event. */
function creditWrites({ by, actorId }: { by: 'automatic' | Reviewer['by']; actorId: string | null }): Sql {
  return sql`
    ledger AS (
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, points, xp)
      SELECT ${newId()}::uuid, 'credit', id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
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
      SELECT id, status, ${by}::text, ${actorId}::text FROM written
    ),
    event AS (${insertEvent('submission.claimed')})`;
}

/** The outbox row of `written`; the data is that of toSnapshot. */
function insertEvent(type: 'submission.claimed' | 'submission.in_review'): Sql {
  return sql`
    INSERT INTO outbox (id, type, version, aggregate_id, data)
    SELECT ${newId()}::uuid, ${type}::text, ${EVENT_VERSION}::integer, w.id::text, jsonb_build_object(
      'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
      'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
      'reason', w.reason)
    FROM written w CROSS JOIN admitted q`;
}
