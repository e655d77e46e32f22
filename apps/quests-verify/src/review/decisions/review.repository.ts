import { Injectable } from '@nestjs/common';
import { AppError, type UserStatus } from '@questp/messages/language';
import type { Reviewer } from '@questp/messages/quests';
import { columns, found, isUuid, sql, type Tx, whileUnchanged } from '@questp/postgres';
import { CLOSING_HOURS, type ReviewState } from '../../ledger/submissions/review-rule.js';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { SUBMISSION_COLUMNS, type LockedSubmission, type SubmissionRow } from '../../ledger/credits/submission-row.js';

export interface ReviewedSubmission extends LockedSubmission {
  /** The database clock. */
  now: Date;
  questTitle: string;
  accountStatus: UserStatus;
  /** The earner is a member of the project by now. */
  isMember: boolean;
  /** The campaign or its project is archived. */
  isArchived: boolean;
  closesAt: ReviewState['closesAt'];
  moderatorsFrom: ReviewState['moderatorsFrom'];
}

@Injectable()
export class ReviewRepository {
  /**
   * Locks a submission until the transaction ends, so that decisions are serial, and prevents a suspension of the
   * earner meanwhile. NOT_FOUND, also for a submission of another project.
   */
  async lock(tx: Tx, { projectId }: Reviewer, submissionId: string): Promise<ReviewedSubmission> {
    if (!isUuid(submissionId)) throw new AppError('NOT_FOUND');
    // A separate statement before any row is read, so that the next statements see the changes it waited for.
    await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    const submission = found(
      await tx.row<SubmissionRow>(sql`
        SELECT ${columns(SUBMISSION_COLUMNS)} FROM submission
        WHERE id = ${submissionId} AND (${projectId}::uuid IS NULL OR project_id = ${projectId})
        FOR UPDATE`),
    );
    const context = await tx.row<Omit<ReviewedSubmission, keyof SubmissionRow>>(sql`
      WITH asked_earner AS (
        SELECT status FROM earner WHERE user_id = ${submission.userId} AND ${whileUnchanged(submission.userId)}
      )
      SELECT now(), q.title AS quest_title, q.max_completions IS NOT NULL AS quest_limited,
        (SELECT status FROM asked_earner) AS account_status,
        EXISTS (
          SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${submission.userId}
        ) AS is_member,
        'archived' IN (p.status, c.status) AS is_archived,
        CASE WHEN c.reward_pool IS NOT NULL
          THEN coalesce(c.ended_at, c.ends_at) - make_interval(hours => ${CLOSING_HOURS}) END AS closes_at,
        c.review_moderators_from AS moderators_from
      FROM quest q JOIN campaign c ON c.id = q.campaign_id JOIN project p ON p.id = q.project_id WHERE q.id = ${submission.questId}`);
    if (context === undefined) throw new Error(`Quest ${submission.questId} is gone`);
    return { ...submission, ...context };
  }
}
