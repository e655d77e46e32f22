import { Injectable } from '@nestjs/common';
import { AppError, type UserStatus, type Reviewer, type SubmissionStatus } from '@questp/messages';
import { isUuid, newId, sql, type Tx, whileUnchanged } from '@questp/postgres';
import { campaignShareLock } from '../campaigns/campaign-locks.js';
import type { SubmissionRow } from '../credit/submission-row.js';

export interface ReviewedSubmission extends SubmissionRow {
  /** The database clock. */
  now: Date;
  questTitle: string;
  questLimited: boolean;
  accountStatus: UserStatus;
  /** The earner is a member of the project by now. */
  isMember: boolean;
  /** The campaign or its project is put away. */
  isArchived: boolean;
}

export interface Step {
  status: SubmissionStatus;
  reason: string | null;
  /** Null: the submission waits for a decision again. */
  decidedBy: string | null;
}

@Injectable()
export class ReviewRepository {
  /**
   * Locks a submission until the transaction ends, so that decisions come one after the other, and keeps the earner from
   * being suspended meanwhile. NOT_FOUND, also for another project's.
   */
  async lock(tx: Tx, { projectId }: Reviewer, submissionId: string): Promise<ReviewedSubmission> {
    if (isUuid(submissionId)) {
      // By a statement of its own, before any row of it: so that the next ones see what was waited for.
      await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    }
    const submission = isUuid(submissionId)
      ? await tx.row<SubmissionRow>(sql`
          SELECT * FROM submission WHERE id = ${submissionId} AND (${projectId}::uuid IS NULL OR project_id = ${projectId})
          FOR UPDATE`)
      : undefined;
    if (submission === undefined) throw new AppError('NOT_FOUND');
    const context = await tx.row<Omit<ReviewedSubmission, keyof SubmissionRow>>(sql`
      WITH asked_earner AS (
        SELECT status FROM earner WHERE user_id = ${submission.userId} AND ${whileUnchanged(submission.userId)}
      )
      SELECT now(), q.title AS quest_title, q.max_completions IS NOT NULL AS quest_limited,
        (SELECT status FROM asked_earner) AS account_status,
        EXISTS (
          SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${submission.userId}
        ) AS is_member,
        'archived' IN (p.status, c.status) AS is_archived
      FROM quest q JOIN campaign c ON c.id = q.campaign_id JOIN project p ON p.id = q.project_id WHERE q.id = ${submission.questId}`);
    if (context === undefined) throw new Error(`Quest ${submission.questId} is gone`);
    return { ...submission, ...context };
  }

  /** Moves a locked submission that carries no points afterwards, and records the step. */
  async move(tx: Tx, submissionId: string, { by, reviewerId }: Reviewer, step: Step): Promise<SubmissionRow> {
    const moved = await tx.row<SubmissionRow>(sql`
      WITH step AS (
        INSERT INTO submission_step (submission_id, status, by, actor_id, reason)
        VALUES (${submissionId}, ${step.status}, ${by}, ${reviewerId}, ${step.reason})
      )
      UPDATE submission
      SET status = ${step.status}, reason = ${step.reason}, reviewed_by = ${step.decidedBy}::text,
        reviewed_at = CASE WHEN ${step.decidedBy}::text IS NULL THEN NULL ELSE now() END,
        points_awarded = 0, xp_awarded = 0, verified_at = NULL, claimed_at = NULL, updated_at = now()
      WHERE id = ${submissionId}
      RETURNING *`);
    if (moved === undefined) throw new Error(`Submission ${submissionId} is gone`);
    return moved;
  }

  /** Takes the credit of a locked, claimed submission back by a reversing entry. */
  async reverse(tx: Tx, submission: ReviewedSubmission): Promise<void> {
    const { id, creditNo, campaignId, projectId, userId } = submission;
    // In the order in which credits lock these rows.
    if (submission.questLimited) {
      await tx.execute(
        sql`UPDATE quest SET completions = completions - 1 WHERE id = ${submission.questId} AND completions > 0`,
      );
    }
    await tx.execute(sql`
      SELECT FROM standing WHERE scope_id IN (${campaignId}, ${projectId}) AND user_id = ${userId}
      ORDER BY (scope_id = ${projectId}) FOR UPDATE`);
    await tx.execute(sql`
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, points, xp)
      SELECT ${newId()}::uuid, 'reversal', submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, -points, -xp
      FROM points_ledger WHERE submission_id = ${id} AND credit_no = ${creditNo} AND kind = 'credit'`);
    // Without a credit that stands no time is later than that of the next one, which may have begun before this one.
    await tx.execute(sql`
      UPDATE standing s
      SET points = s.points + r.points, xp = s.xp + r.xp, completions = s.completions - 1,
        last_credit_at = coalesce((
          SELECT max(l.created_at) FROM points_ledger l
          WHERE l.user_id = s.user_id AND s.scope_id IN (l.campaign_id, l.project_id) AND l.kind = 'credit'
            AND NOT EXISTS (
              SELECT FROM points_ledger u
              WHERE u.submission_id = l.submission_id AND u.credit_no = l.credit_no AND u.kind = 'reversal'
            )
        ), '-infinity')
      FROM points_ledger r
      WHERE r.submission_id = ${id} AND r.credit_no = ${creditNo} AND r.kind = 'reversal'
        AND s.scope_id IN (r.campaign_id, r.project_id) AND s.user_id = r.user_id`);
  }
}
