import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

/** Lease of a claimed check; after that, another replica takes it. */
const LEASE_SECONDS = 30;

/** A pending submission this replica may check now. */
export interface PendingClaim {
  submissionId: string;
  userId: string;
  questId: string;
  taskTypeId: string;
  periodKey: string;
  /** The submitted inputs. */
  inputs: JsonObject;
  attemptId: string;
  /** Number of claims, this one included; if the stored number differs, the claim is lost. */
  tries: number;
  since: Date;
  /** Since when the source gives no usable answer; null: it answered last time, or named the time of the next try. */
  unansweredSince: Date | null;
  /** Until when the earner can hand in a proof; null: none was asked for. */
  proofUntil: Date | null;
  /** When it became due, as PostgreSQL writes it. */
  due: string;
}

/** A check to repeat. */
interface NewPending {
  /** The submitted inputs. */
  inputs: JsonObject;
  attemptId: string;
  dueAt: Date;
  /** The source gave no usable answer. */
  isUnanswered: boolean;
}

@Injectable()
export class PendingRepository {
  constructor(private readonly database: Database) {}

  async insert(
    tx: Tx,
    { id, userId }: SubmissionRow,
    { inputs, attemptId, dueAt, isUnanswered }: NewPending,
  ): Promise<void> {
    await tx.execute(sql`
      INSERT INTO pending_check (submission_id, user_id, inputs, attempt_id, due_at, unanswered_since)
      VALUES (${id}, ${userId}, ${JSON.stringify(inputs)}::jsonb, ${attemptId}, ${dueAt},
        CASE WHEN ${isUnanswered}::boolean THEN now() END)`);
  }

  /** Leases the most overdue checks; skips those that another replica is claiming. */
  claim(limit: number): Promise<PendingClaim[]> {
    return this.database.rows<PendingClaim>(sql`
      WITH due AS (
        SELECT submission_id FROM pending_check
        WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE pending_check p
      SET tries = p.tries + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due, submission s JOIN quest q ON q.id = s.quest_id
      WHERE p.submission_id = due.submission_id AND s.id = p.submission_id
      RETURNING p.submission_id, p.user_id, s.quest_id, q.task_type_id, s.period_key, p.inputs, p.tries, p.since,
        coalesce(p.attempt_id, p.submission_id::text) AS attempt_id,
        p.unanswered_since, s.proof_until, p.due_at::text AS due`);
  }

  /** Milliseconds until the next unclaimed check is due, if within `withinMs`. */
  async nextDueMs(withinMs: number): Promise<number | undefined> {
    const next = await this.database.row<{ ms: number }>(sql`
      SELECT ceil(extract(epoch FROM due_at - now()) * 1000)::integer AS ms FROM pending_check
      WHERE due_at > now() AND due_at < now() + make_interval(secs => ${withinMs / 1_000}::float)
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY due_at LIMIT 1`);
    return next?.ms;
  }

  /**
   * Locks the claimed submission until the transaction ends. False: it is no longer pending, or the lease ran out and
   * another replica has claimed it. Locks the campaign first, as every credit does.
   */
  async lock(tx: Tx, { submissionId, tries }: PendingClaim): Promise<boolean> {
    await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    const held = await tx.row(sql`
      SELECT FROM submission s JOIN pending_check p ON p.submission_id = s.id
      WHERE s.id = ${submissionId} AND s.status = 'pending' AND p.tries = ${tries}
      FOR UPDATE`);
    return held !== undefined;
  }

  /** Releases the claim until the given time, unless the check has become due again since it was claimed. */
  async postpone(
    tx: Tx,
    { submissionId, due }: PendingClaim,
    { dueAt, isUnanswered }: Pick<NewPending, 'dueAt' | 'isUnanswered'>,
  ): Promise<void> {
    await tx.execute(sql`
      UPDATE pending_check
      SET due_at = CASE due_at WHEN ${due}::timestamptz THEN ${dueAt}::timestamptz ELSE due_at END, lease_until = NULL,
        unanswered_since = CASE WHEN ${isUnanswered}::boolean THEN coalesce(unanswered_since, now()) END
      WHERE submission_id = ${submissionId}`);
  }

  /** Releases the claim of a check that failed, unless another replica has claimed it. */
  async release({ submissionId, tries }: PendingClaim, dueAt: Date): Promise<void> {
    await this.database.execute(sql`
      UPDATE pending_check SET due_at = ${dueAt}, lease_until = NULL
      WHERE submission_id = ${submissionId} AND tries = ${tries}`);
  }

  /** Releases the claim of a check that was not made; the time until then does not count as waiting for the platform. */
  async hold(tx: Tx, submissionId: string, dueAt: Date): Promise<void> {
    await tx.execute(sql`
      UPDATE pending_check SET due_at = ${dueAt}, since = now(), lease_until = NULL, unanswered_since = NULL
      WHERE submission_id = ${submissionId}`);
  }

  async remove(tx: Tx, submissionId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM pending_check WHERE submission_id = ${submissionId}`);
  }

  /** Makes the earner's pending submissions due, because a change of the earner may be what they wait for. */
  async makeDue(tx: Tx, userId: string): Promise<void> {
    await tx.execute(
      sql`UPDATE pending_check SET due_at = now() WHERE user_id = ${userId} AND (due_at > now() OR lease_until > now())`,
    );
  }

  /** Makes the pending submissions of a campaign due, because its budget or its end is what they wait for. */
  async makeCampaignDue(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE pending_check p SET due_at = now() FROM submission s
      WHERE s.campaign_id = ${campaignId} AND s.status = 'pending' AND p.submission_id = s.id AND p.due_at > now()`);
  }
}
