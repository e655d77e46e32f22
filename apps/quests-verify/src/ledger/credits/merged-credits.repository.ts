import { Injectable } from '@nestjs/common';
import { newId, sql, type Tx } from '@questp/postgres';
import { creditedAt } from './credited-at.js';
import { ReversalRepository } from './reversal.repository.js';
import type { LockedSubmission } from './submission-row.js';

const INTO = 'The account was merged into another one.';
const DOUBLE = 'The account was merged into another one, which has the same of this period.';
const TEAM = 'The account was merged into one of the team of the project, whose members earn nothing in it.';
const BACK = 'The merge of the accounts was undone.';

/** Changes of a locked submission and its credit by an account merge. */
@Injectable()
export class MergedCreditsRepository {
  constructor(private readonly reversalRepository: ReversalRepository) {}

  /**
   * Reverses or ends a submission that does not count for the survivor. A dropped credit keeps its place among the
   * completions of the quest, so that an undo can credit it again.
   */
  async drop(tx: Tx, mergeId: string, submission: LockedSubmission, { ofTeam }: { ofTeam: boolean }): Promise<void> {
    await this.reverseIfClaimed(tx, mergeId, submission);
    await tx.execute(sql`
      WITH dropped AS (
        UPDATE submission
        SET status = CASE WHEN status IN ('claimed', 'reversed') THEN 'reversed' ELSE 'rejected' END,
          reason = ${ofTeam ? TEAM : DOUBLE}, points_awarded = 0, xp_awarded = 0, verified_at = NULL, claimed_at = NULL,
          next_try_at = NULL, proof_until = NULL, updated_at = now()
        WHERE id = ${submission.id} RETURNING id, status, reason
      )
      INSERT INTO submission_step (submission_id, status, by, reason)
      SELECT id, status, 'automatic', reason FROM dropped`);
  }

  /**
   * Moves the submission, and its credit if it has one, to another account.
   * @param exchangedId the other account's own submission of the same quest and period, which takes its place
   */
  async give(
    tx: Tx,
    mergeId: string,
    submission: LockedSubmission,
    to: string,
    exchangedId: string | null,
  ): Promise<void> {
    const { id, periodKey, status, userId: from } = submission;
    await this.reverseIfClaimed(tx, mergeId, submission);
    if (exchangedId !== null) {
      // One of a period at a time.
      await tx.execute(sql`UPDATE submission SET period_key = ${`${periodKey} ${id}`} WHERE id = ${exchangedId}`);
    }
    await tx.execute(sql`UPDATE submission SET user_id = ${to}, updated_at = now() WHERE id = ${id}`);
    if (exchangedId !== null) {
      await tx.execute(
        sql`UPDATE submission SET user_id = ${from}, period_key = ${periodKey} WHERE id = ${exchangedId}`,
      );
    }
    if (status === 'claimed') await this.creditAgain(tx, mergeId, id);
    await tx.execute(sql`
      INSERT INTO submission_step (submission_id, status, by, reason)
      VALUES (${id}, ${status}, 'automatic', ${INTO})`);
  }

  /** Credits the dropped submission again, with its original place among the completions. */
  async restore(tx: Tx, mergeId: string, { id }: LockedSubmission): Promise<void> {
    await tx.execute(sql`
      WITH restored AS (
        UPDATE submission s
        SET status = 'claimed', reason = NULL, points_awarded = l.points, xp_awarded = l.xp,
          verified_at = ${creditedAt('l')}, claimed_at = ${creditedAt('l')}, updated_at = now()
        FROM points_ledger l
        WHERE s.id = ${id} AND l.submission_id = s.id AND l.credit_no = s.credit_no AND l.kind = 'credit'
        RETURNING s.id, s.status
      )
      INSERT INTO submission_step (submission_id, status, by, reason)
      SELECT id, status, 'automatic', ${BACK} FROM restored`);
    await this.creditAgain(tx, mergeId, id);
  }

  /** Returns a dropped submission to review, unless it has changed since. */
  async reviewAgain(tx: Tx, submissionId: string): Promise<void> {
    await tx.execute(sql`
      WITH again AS (
        UPDATE submission SET status = 'in_review', reason = NULL, updated_at = now()
        WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM})
        RETURNING id, project_id, status
      ),
      review_calls AS (INSERT INTO review_call (project_id) SELECT project_id FROM again)
      INSERT INTO submission_step (submission_id, status, by, reason)
      SELECT id, status, 'automatic', ${BACK} FROM again`);
  }

  /** Makes a dropped submission pending again; undefined: it has changed since. */
  pendAgain(tx: Tx, submissionId: string): Promise<{ userId: string } | undefined> {
    return tx.row<{ userId: string }>(sql`
      WITH again AS (
        UPDATE submission SET status = 'pending', reason = ${BACK}, next_try_at = now(), updated_at = now()
        WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM})
        RETURNING id, user_id, status, reason
      ),
      step AS (
        INSERT INTO submission_step (submission_id, status, by, reason)
        SELECT id, status, 'automatic', reason FROM again
      )
      SELECT user_id FROM again`);
  }

  /** Its place among the completions of the quest does not change. */
  private async reverseIfClaimed(tx: Tx, mergeId: string, submission: LockedSubmission): Promise<void> {
    if (submission.status !== 'claimed') return;
    await this.reversalRepository.reverse(tx, { ...submission, questLimited: false }, mergeId);
  }

  /** Credits a claimed submission whose credit was reversed to its account, as of the original time. */
  private async creditAgain(tx: Tx, mergeId: string, submissionId: string): Promise<void> {
    await tx.execute(sql`
      WITH credited AS (
        UPDATE submission SET credit_no = credit_no + 1 WHERE id = ${submissionId}
        RETURNING id, credit_no, project_id, campaign_id, quest_id, user_id, period_key
      ),
      entry AS (
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, merge_id, counted_at)
        SELECT ${newId()}::uuid, 'credit', c.id, c.credit_no, c.project_id, c.campaign_id, c.quest_id, c.user_id,
          c.period_key, l.points, l.xp, ${mergeId}::uuid, ${creditedAt('l')}
        FROM credited c
        JOIN points_ledger l ON l.submission_id = c.id AND l.credit_no = c.credit_no - 1 AND l.kind = 'credit'
        RETURNING project_id, campaign_id, user_id, points, xp, counted_at
      )
      INSERT INTO standing AS s (scope_id, user_id, points, xp, completions, last_credit_at, visible)
      SELECT scope.id, e.user_id, e.points, e.xp, 1, e.counted_at, (
        SELECT o.status = 'active' FROM earner o WHERE o.user_id = e.user_id
      )
      FROM entry e CROSS JOIN LATERAL (VALUES (1, e.campaign_id), (2, e.project_id)) AS scope (place, id)
      ORDER BY scope.place
      ON CONFLICT (scope_id, user_id) DO UPDATE
      SET points = s.points + excluded.points, xp = s.xp + excluded.xp, completions = s.completions + 1,
        last_credit_at = greatest(s.last_credit_at, excluded.last_credit_at)`);
  }
}
