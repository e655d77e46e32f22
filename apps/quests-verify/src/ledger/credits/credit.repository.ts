import { Injectable } from '@nestjs/common';
import { markEmitting, ORIGIN_COLUMNS, originValues } from '@questp/events';
import { MERGE_UNDO_DAYS } from '@questp/messages/identity';
import type { Reviewer, StepActor } from '@questp/messages/quests';
import { EVENT_VERSION, type EventType, type EventTypes } from '@questp/messages/tables';
import { columns, newId, sql, type Sql, type Tx } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { CheckRecord } from '../checks/checks.repository.js';
import { SUBMISSION_COLUMNS, type LockedSubmission, type SubmissionRow } from './submission-row.js';

/** How long the check of a credit waits for an answer: longer than the undoing of a merge, which can credit again. */
const RECHECK_DAYS = MERGE_UNDO_DAYS + 7;

/** Label of the transactions that credit, for failpoints. */
export const CREDIT = 'quests.credit';

/** `limited`: the quest has a limit of completions. */
interface CountedQuest {
  id: string;
  limited: boolean;
}

/** The quest of a submission. */
interface NewSubmission {
  userId: string;
  periodKey: string;
  quest: CountedQuest;
}

/** A locked submission. */
interface Waiting {
  id: string;
  quest: CountedQuest;
}

/** A credit of the points of the quest, or of those that the rule names. */
export interface Credited {
  status: 'claimed';
  points?: number | undefined;
}

export type Attempted = Credited | { status: 'in_review' } | { status: 'pending'; reason: string; nextTryAt: Date };
type Rechecked = Credited | { status: 'in_review' | 'rejected'; reason: string | null };

interface ProofAsked {
  reason: string;
  nextTryAt: Date;
  until: Date;
}

interface Reviewed {
  status: 'claimed' | 'rejected' | 'in_review' | 'reversed';
  reason: string | null;
  /** False: the submission is in review again. */
  isDecided: boolean;
  decision: EventTypes['submission.reviewed']['decision'];
}

/**
 * Every write of a submission's status, with its points, history, events and check. Undefined: the period is used or
 * the quest is full; roll back.
 */
@Injectable()
export class CreditRepository {
  /** Writes a new submission, or a rejected one again: credited, in review or pending. */
  attempt(
    tx: Tx,
    entry: NewSubmission,
    inputs: JsonObject,
    target: Attempted,
    check: CheckRecord,
  ): Promise<SubmissionRow | undefined> {
    const { quest, userId } = entry;
    const isCredit = target.status === 'claimed';
    return write(tx, {
      ...{ quest, status: target.status, check },
      written: insertOrRepeat(entry, inputs, target),
      step: { by: isCredit ? 'automatic' : 'earner', actorId: isCredit ? null : userId, withInputs: true },
      events: eventsOf(target.status, check.code !== null),
    });
  }

  /** Decides a pending submission, for its own period. */
  recheck(tx: Tx, { id, quest }: Waiting, target: Rechecked, check: CheckRecord): Promise<SubmissionRow | undefined> {
    const isCredit = target.status === 'claimed';
    return write(tx, {
      ...{ quest, status: target.status, check },
      written: change(id, 'pending', {
        reason: isCredit ? null : target.reason,
        reviewedBy: null,
        points: isCredit ? target.points : undefined,
      }),
      step: { by: 'automatic', actorId: null, withInputs: false },
      events: isCredit ? ['submission.claimed', 'submission.confirmed'] : eventsOf(target.status, true),
    });
  }

  /** Writes the decision of a reviewer. If it takes a credit back, reverse the credit first. */
  review(
    tx: Tx,
    { id, status: from, questId, questLimited }: LockedSubmission,
    { by, reviewerId }: Reviewer,
    { status, reason, isDecided, decision }: Reviewed,
  ): Promise<SubmissionRow | undefined> {
    const quest = { id: questId, limited: questLimited };
    return write(tx, {
      ...{ quest, status, check: null, decision },
      written: change(id, from, { reason, reviewedBy: isDecided ? reviewerId : null }),
      step: { by, actorId: reviewerId, withInputs: false },
      events: status === 'claimed' ? ['submission.claimed', 'submission.reviewed'] : ['submission.reviewed'],
    });
  }

  /** Takes back a credit whose act does not stand any more; reverse the credit first. */
  takeBack(
    tx: Tx,
    { id, questId, questLimited }: LockedSubmission,
    reason: string | null,
    check: CheckRecord,
  ): Promise<SubmissionRow | undefined> {
    return write(tx, {
      ...{ quest: { id: questId, limited: questLimited }, status: 'reversed', check, decision: 'reversed' },
      written: change(id, 'claimed', { reason, reviewedBy: null }),
      step: { by: 'automatic', actorId: null, withInputs: false },
      events: ['submission.reviewed'],
    });
  }

  /** Keeps a submission pending until the earner hands in a proof; the earner is notified once. */
  async askForProof(tx: Tx, id: string, { reason, nextTryAt, until }: ProofAsked): Promise<void> {
    markEmitting(tx);
    await tx.execute(sql`
      WITH before AS (SELECT proof_until IS NOT NULL AS is_asked FROM submission WHERE id = ${id}),
      asked AS (
        UPDATE submission
        SET reason = ${reason}, next_try_at = ${nextTryAt}, proof_until = ${until}, updated_at = now()
        WHERE id = ${id}
        RETURNING ${columns(SUBMISSION_COLUMNS)}
      )
      INSERT INTO outbox (id, type, version, aggregate_id, data, ${ORIGIN_COLUMNS})
      SELECT ${newId()}::uuid, 'submission.proof_needed', ${EVENT_VERSION}::integer, w.id::text,
        ${SNAPSHOT} || jsonb_build_object('proofUntil', ${utc(sql`w.proof_until`)}), ${originValues()}
      FROM asked w JOIN quest q ON q.id = w.quest_id CROSS JOIN before WHERE NOT before.is_asked`);
  }

  /** Keeps a submission pending, with the reason and the time of the next try. */
  async postpone(tx: Tx, id: string, { reason, nextTryAt }: { reason?: string; nextTryAt: Date }): Promise<void> {
    await tx.execute(sql`
      UPDATE submission
      SET reason = coalesce(${reason}, reason), next_try_at = ${nextTryAt}, updated_at = now()
      WHERE id = ${id}`);
  }
}

/** What the events of a submission `w` to a quest `q` say of it. */
const SNAPSHOT = sql`jsonb_build_object(
  'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
  'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
  'reason', w.reason)`;

const utc = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** @param wasChecked an automatic check came before a review */
function eventsOf(status: Attempted['status'] | Rechecked['status'], wasChecked: boolean): EventType[] {
  return status === 'in_review' && wasChecked
    ? ['submission.in_review', 'submission.sent_to_review']
    : [`submission.${status}`];
}

/**
 * One submission per quest, earner and period; only a rejected one is written again, and a pending one with the proof that
 * it waits for, which counts as handed in when it was.
 */
function insertOrRepeat({ userId, periodKey }: NewSubmission, inputs: JsonObject, target: Attempted): Sql {
  const { reason, nextTryAt } = target.status === 'pending' ? target : { reason: null, nextTryAt: null };
  const points = target.status === 'claimed' ? target.points : undefined;
  return sql`
    INSERT INTO submission AS s (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
      status, reason, next_try_at, inputs, points_awarded, xp_awarded, credit_no, verified_at, claimed_at)
    SELECT ${newId()}::uuid, q.project_id, q.campaign_id, q.id, ${userId}::text, ${periodKey}::text, q.task_type_id,
      q.method, t.status, ${reason}::text, ${nextTryAt}::timestamptz, ${JSON.stringify(inputs)}::jsonb,
      CASE t.status WHEN 'claimed' THEN ${pointsOf(points)} ELSE 0 END, CASE t.status WHEN 'claimed' THEN q.xp ELSE 0 END,
      CASE t.status WHEN 'claimed' THEN 1 ELSE 0 END, CASE t.status WHEN 'claimed' THEN now() END,
      CASE t.status WHEN 'claimed' THEN now() END
    FROM admitted q CROSS JOIN target t
    ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
    SET status = excluded.status, inputs = excluded.inputs, method = excluded.method, reason = excluded.reason,
      next_try_at = excluded.next_try_at, proof_until = NULL, points_awarded = excluded.points_awarded, xp_awarded = excluded.xp_awarded,
      credit_no = s.credit_no + excluded.credit_no, verified_at = excluded.verified_at,
      claimed_at = excluded.claimed_at, updated_at = now(), reviewed_by = NULL, reviewed_at = NULL,
      resubmitted_at = CASE s.status WHEN 'rejected' THEN now() ELSE s.resubmitted_at END
    WHERE s.status = 'rejected' OR (s.status = 'pending' AND s.proof_until > now())
    RETURNING ${columns(SUBMISSION_COLUMNS, 's')}`;
}

/** The points of a credit: those that the rule names, else the current points of the quest. */
const pointsOf = (named: number | undefined): Sql => sql`coalesce(${named}::integer, q.points)`;

/** A credited submission gets its points; any other has none. */
function change(
  id: string,
  from: SubmissionRow['status'],
  { reason, reviewedBy, points }: Pick<SubmissionRow, 'reason' | 'reviewedBy'> & { points?: number | undefined },
): Sql {
  return sql`
    UPDATE submission s
    SET status = t.status, reason = ${reason}, next_try_at = NULL, proof_until = NULL, updated_at = now(),
      points_awarded = CASE t.status WHEN 'claimed' THEN ${pointsOf(points)} ELSE 0 END,
      xp_awarded = CASE t.status WHEN 'claimed' THEN q.xp ELSE 0 END,
      credit_no = s.credit_no + CASE t.status WHEN 'claimed' THEN 1 ELSE 0 END,
      verified_at = CASE t.status WHEN 'claimed' THEN now() END,
      claimed_at = CASE t.status WHEN 'claimed' THEN now() END,
      reviewed_by = ${reviewedBy}::text, reviewed_at = CASE WHEN ${reviewedBy}::text IS NOT NULL THEN now() END
    FROM admitted q CROSS JOIN target t
    WHERE s.id = ${id} AND s.status = ${from}
    RETURNING ${columns(SUBMISSION_COLUMNS, 's')}`;
}

/** Columns of the quest that the statement uses. */
const ADMITTED = sql`id, project_id, campaign_id, task_type_id, method, points, xp, title, config -> 'afterCredit' AS after_credit`;

interface Write {
  /** How the row is written: `insertOrRepeat` or `change`. */
  written: Sql;
  quest: CountedQuest;
  status: SubmissionRow['status'];
  step: { by: StepActor; actorId: string | null; withInputs: boolean };
  events: readonly EventType[];
  decision?: string;
  check: CheckRecord | null;
}

/**
 * The only statement that sets the status of a submission. `admitted` is its quest, whose completions are counted when
 * the submission is credited and the quest has a limit; it is empty when the quest is full, and then nothing is
 * written. Locks the quest, the submission, and the standings of the campaign and of the project, in this order.
 */
function write(
  tx: Tx,
  { written, quest, status, step, events, decision, check }: Write,
): Promise<SubmissionRow | undefined> {
  const isCounted = quest.limited && status === 'claimed';
  const { by, actorId, withInputs } = step;
  markEmitting(tx);
  return tx.row<SubmissionRow>(sql`
    WITH target (status) AS (VALUES (${status}::text)),
    counted AS (
      UPDATE quest SET completions = completions + 1
      WHERE id = ${quest.id} AND ${isCounted}::boolean AND completions < max_completions
      RETURNING ${ADMITTED}
    ),
    admitted AS (
      SELECT * FROM counted UNION ALL SELECT ${ADMITTED} FROM quest WHERE id = ${quest.id} AND NOT ${isCounted}::boolean
    ),
    written AS (${written}),
    ledger AS (
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, points, xp)
      SELECT ${newId()}::uuid, 'credit', id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
        points_awarded, xp_awarded
      FROM written WHERE status = 'claimed'
    ),
    standings AS (
      INSERT INTO standing AS s (scope_id, user_id, points, xp, completions, last_credit_at)
      SELECT scope.id, w.user_id, w.points_awarded, w.xp_awarded, 1, now()
      FROM written w CROSS JOIN LATERAL (VALUES (w.campaign_id), (w.project_id)) AS scope (id)
      WHERE w.status = 'claimed'
      ON CONFLICT (scope_id, user_id) DO UPDATE
      SET points = s.points + excluded.points, xp = s.xp + excluded.xp, completions = s.completions + 1,
        last_credit_at = greatest(s.last_credit_at, excluded.last_credit_at)
    ),
    -- A credit whose act can be taken back is checked again; a claim of the check of an earlier credit is lost.
    rechecks AS (
      INSERT INTO credit_recheck AS r (submission_id, user_id, due_at, until)
      SELECT w.id, w.user_id, d.due_at, d.due_at + make_interval(days => ${RECHECK_DAYS})
      FROM written w CROSS JOIN admitted q
      CROSS JOIN LATERAL (SELECT now() + make_interval(hours => (q.after_credit ->> 'hours')::integer) AS due_at) d
      WHERE w.status = 'claimed' AND q.after_credit IS NOT NULL
      ON CONFLICT (submission_id) DO UPDATE
      SET user_id = excluded.user_id, due_at = excluded.due_at, until = excluded.until, tries = r.tries + 1,
        lease_until = NULL
    ),
    step AS (
      INSERT INTO submission_step (submission_id, status, by, actor_id, reason, inputs)
      SELECT id, status, ${by}::text, ${actorId}::text, reason, CASE WHEN ${withInputs}::boolean THEN inputs END
      FROM written
    ),
    -- Alerts the team about work to review, except when a reviewer changed the status. Each submission inserts its own
    -- row, so that none waits for the lock of another.
    review_calls AS (
      INSERT INTO review_call (project_id)
      SELECT project_id FROM written WHERE status = 'in_review' AND ${by}::text IN ('earner', 'automatic')
    ),
    events AS (
      INSERT INTO outbox (id, type, version, aggregate_id, data, ${ORIGIN_COLUMNS})
      SELECT e.id, e.type, ${EVENT_VERSION}::integer, w.id::text, ${SNAPSHOT} || CASE e.type
          WHEN 'submission.pending' THEN jsonb_build_object('nextTryAt', ${utc(sql`w.next_try_at`)})
          WHEN 'submission.reviewed' THEN jsonb_build_object('decision', ${decision}::text)
          ELSE '{}' END, ${originValues()}
      FROM written w CROSS JOIN admitted q
      CROSS JOIN unnest(${events.map(newId)}::uuid[], ${events}::text[]) AS e (id, type)
    ),
    receipt AS (
      INSERT INTO verification_check (id, submission_id, project_id, quest_id, user_id, period_key, task_type_id,
        rule_version, trigger, inputs, settings, facts, facts_hash, rule_outcome, outcome, code, detail)
      SELECT ${newId()}::uuid, id, project_id, quest_id, user_id, period_key, task_type_id,
        ${check?.ruleVersion}::integer, ${check?.trigger}::text, ${JSON.stringify(check?.inputs)}::jsonb,
        ${check && check.settings && JSON.stringify(check.settings)}::jsonb, ${JSON.stringify(check?.facts)}::jsonb,
        ${check?.factsHash}::bytea, ${check?.ruleOutcome}::text, ${check?.outcome}::text,
        ${check?.code}::text, ${check?.detail}::text
      FROM written WHERE ${check !== null}::boolean
    )
    SELECT ${columns(SUBMISSION_COLUMNS)} FROM written`);
}
