import { Injectable } from '@nestjs/common';
import { ORIGIN_COLUMNS, originValues } from '@questp/events';
import { EVENT_VERSION, type EventType, type Reviewer, type StepActor } from '@questp/messages';
import { empty, newId, sql, type Sql, type Tx } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { insertCheckOfWritten, type CheckRecord } from '../checks/checks.repository.js';
import type { SubmissionRow } from './submission-row.js';

/** Label of the transactions that credit, for failpoints. */
export const CREDIT = 'quests.credit';

/** A submission that was handed in for its period already. */
interface Waiting {
  id: string;
  quest: { id: string; limited: boolean };
}

/**
 * Every way to write a submission and its points: each is one statement with history, event and, for what was not
 * decided by a reviewer, the check it was decided by. Undefined, and nothing written that may stay (roll back): the
 * period is used, or the quest is full.
 */
@Injectable()
export class CreditRepository {
  /** Credits the earner for the period of the entry, or claims the rejected submission of that period. */
  credit(tx: Tx, entry: NewSubmission, inputs: JsonObject, check: CheckRecord): Promise<SubmissionRow | undefined> {
    return tx.row<SubmissionRow>(sql`
      WITH admitted AS (${admitted(entry.quest)}),
      written AS (${upsertSubmission(entry, inputs, { status: 'claimed' })}),
      ${creditWrites({ by: 'automatic', actorId: null, inputs: sql`inputs` })},
      checked AS (${insertCheckOfWritten(check)})
      SELECT * FROM written`);
  }

  /** Credits a submission that waits for review, for the period it was handed in for. */
  creditReviewed(tx: Tx, { id, quest }: Waiting, { by, reviewerId }: Reviewer): Promise<SubmissionRow | undefined> {
    return tx.row<SubmissionRow>(sql`
      WITH admitted AS (${admitted(quest)}),
      written AS (${claimWaiting(id, 'in_review', sql`reviewed_by = ${reviewerId}, reviewed_at = now()`)}),
      ${creditWrites({ by, actorId: reviewerId, inputs: NO_INPUTS })}
      SELECT * FROM written`);
  }

  /** Credits a pending submission, for the period it was handed in for. */
  creditPending(tx: Tx, { id, quest }: Waiting, check: CheckRecord): Promise<SubmissionRow | undefined> {
    return tx.row<SubmissionRow>(sql`
      WITH admitted AS (${admitted(quest)}),
      written AS (${claimWaiting(id, 'pending', sql`next_try_at = NULL`)}),
      ${creditWrites({ by: 'automatic', actorId: null, inputs: NO_INPUTS })},
      told AS (${insertEvent('submission.confirmed')}),
      checked AS (${insertCheckOfWritten(check)})
      SELECT * FROM written`);
  }

  /** Hands a submission, or a rejected one again, to the reviewers. */
  handIn(tx: Tx, entry: NewSubmission, inputs: JsonObject, check: CheckRecord): Promise<SubmissionRow | undefined> {
    return tx.row<SubmissionRow>(sql`
      WITH admitted AS (SELECT * FROM quest WHERE id = ${entry.quest.id}),
      written AS (${upsertSubmission(entry, inputs, { status: 'in_review' })}),
      ${handInWrites('submission.in_review', check)}
      SELECT * FROM written`);
  }

  /** Keeps a submission, or a rejected one again, until its check can be made. */
  pend(
    tx: Tx,
    entry: NewSubmission,
    inputs: JsonObject,
    { reason, nextTryAt }: { reason: string; nextTryAt: Date },
    check: CheckRecord,
  ): Promise<SubmissionRow | undefined> {
    return tx.row<SubmissionRow>(sql`
      WITH admitted AS (SELECT * FROM quest WHERE id = ${entry.quest.id}),
      written AS (${upsertSubmission(entry, inputs, { status: 'pending', reason, nextTryAt })}),
      ${handInWrites('submission.pending', check)}
      SELECT * FROM written`);
  }

  /** Ends the waiting of a pending submission without a credit. */
  async endPending(
    tx: Tx,
    { id, quest }: Waiting,
    { status, reason }: { status: 'in_review' | 'rejected'; reason: string | null },
    check: CheckRecord,
  ): Promise<void> {
    await tx.execute(sql`
      WITH admitted AS (SELECT * FROM quest WHERE id = ${quest.id}),
      written AS (
        UPDATE submission SET status = ${status}, reason = ${reason}, next_try_at = NULL, updated_at = now()
        WHERE id = ${id} AND status = 'pending' RETURNING *
      ),
      step AS (${insertStep({ by: 'automatic', actorId: null, reason: sql`reason`, inputs: NO_INPUTS })}),
      event AS (${insertEvent(`submission.${status}`)}),
      called AS (${CALL_REVIEWERS}),
      checked AS (${insertCheckOfWritten(check)})
      SELECT * FROM written`);
  }
}

/** A waiting submission becomes a claimed one with the points of the moment. */
function claimWaiting(id: string, from: 'in_review' | 'pending', more: Sql): Sql {
  return sql`
    UPDATE submission s
    SET status = 'claimed', reason = NULL, points_awarded = q.points, xp_awarded = q.xp, credit_no = s.credit_no + 1,
      verified_at = now(), claimed_at = now(), updated_at = now(), ${more}
    FROM admitted q
    WHERE s.id = ${id} AND s.status = ${from}
    RETURNING s.*`;
}

/** History, event and check of what the earner handed in and nobody credited. */
function handInWrites(event: EventType, check: CheckRecord): Sql {
  const step = { by: 'earner', actorId: sql`user_id`, reason: sql`reason`, inputs: sql`inputs` } as const;
  return sql`
    step AS (${insertStep(step)}),
    event AS (${insertEvent(event)}),
    called AS (${CALL_REVIEWERS}),
    checked AS (${insertCheckOfWritten(check)})`;
}

/** Has the team told that there is something to review, when there is. A row for each submission: none waits for another's. */
const CALL_REVIEWERS = sql`
  INSERT INTO review_call (project_id) SELECT project_id FROM written WHERE status = 'in_review'`;

/** Of a step with which nothing was handed in. */
const NO_INPUTS = sql`NULL::jsonb`;

/** The step of `written` in the submission's history. */
function insertStep({
  by,
  actorId,
  reason,
  inputs,
}: {
  by: StepActor;
  actorId: Sql | string | null;
  reason: Sql;
  inputs: Sql;
}): Sql {
  const actor = actorId === null || typeof actorId === 'string' ? sql`${actorId}::text` : actorId;
  return sql`
    INSERT INTO submission_step (submission_id, status, by, actor_id, reason, inputs)
    SELECT id, status, ${by}::text, ${actor}, ${reason}, ${inputs} FROM written`;
}

/** The quest, counted against its limit when it has one; no row when it is full. */
function admitted({ id, limited }: { id: string; limited: boolean }): Sql {
  return limited
    ? sql`UPDATE quest SET completions = completions + 1 WHERE id = ${id} AND completions < max_completions RETURNING *`
    : sql`SELECT * FROM quest WHERE id = ${id}`;
}

/** The quest an earner is credited for, or hands something in for. */
interface NewSubmission {
  userId: string;
  periodKey: string;
  /** `limited`: completions are counted against a limit. */
  quest: { id: string; limited: boolean };
}

type Target = { status: 'claimed' | 'in_review' } | { status: 'pending'; reason: string; nextTryAt: Date };

/** One submission per quest, earner and period; only a rejected one is written again. */
function upsertSubmission(entry: NewSubmission, inputs: JsonObject, target: Target): Sql {
  const credit =
    target.status === 'claimed'
      ? sql`q.points, q.xp, 1, now(), now()`
      : sql`0, 0, 0, NULL::timestamptz, NULL::timestamptz`;
  const { reason, nextTryAt } = target.status === 'pending' ? target : { reason: null, nextTryAt: null };
  return sql`
    INSERT INTO submission AS s (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
      status, reason, next_try_at, inputs, points_awarded, xp_awarded, credit_no, verified_at, claimed_at)
    SELECT ${newId()}::uuid, q.project_id, q.campaign_id, q.id, ${entry.userId}::text, ${entry.periodKey}::text,
      q.task_type_id, q.method, ${target.status}::text, ${reason}::text, ${nextTryAt}::timestamptz,
      ${JSON.stringify(inputs)}::jsonb, ${credit}
    FROM admitted q
    ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
    SET status = excluded.status, inputs = excluded.inputs, method = excluded.method, reason = excluded.reason,
      next_try_at = excluded.next_try_at, points_awarded = excluded.points_awarded, xp_awarded = excluded.xp_awarded,
      credit_no = s.credit_no + excluded.credit_no, verified_at = excluded.verified_at,
      claimed_at = excluded.claimed_at, updated_at = now(), reviewed_by = NULL, reviewed_at = NULL
    WHERE s.status = 'rejected'
    RETURNING s.*`;
}

/** What every credit writes beside the submission: ledger, both standings, history, event. */
function creditWrites({ by, actorId, inputs }: { by: StepActor; actorId: string | null; inputs: Sql }): Sql {
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
    step AS (${insertStep({ by, actorId, reason: sql`NULL`, inputs })}),
    event AS (${insertEvent('submission.claimed')})`;
}

/** As an event has it. */
const NEXT_TRY = sql` || jsonb_build_object('nextTryAt',
  to_char(w.next_try_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** The outbox row of `written`; the data is that of toSnapshot. */
function insertEvent(type: EventType): Sql {
  return sql`
    INSERT INTO outbox (id, type, version, aggregate_id, data, ${ORIGIN_COLUMNS})
    SELECT ${newId()}::uuid, ${type}::text, ${EVENT_VERSION}::integer, w.id::text, jsonb_build_object(
      'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
      'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
      'reason', w.reason)${type === 'submission.pending' ? NEXT_TRY : empty}, ${originValues()}
    FROM written w CROSS JOIN admitted q`;
}
