import { Injectable } from '@nestjs/common';
import { newId, sql, type Tx } from '@questp/postgres';
import { creditedAt } from './credited-at.js';
import type { LockedSubmission } from './submission-row.js';

@Injectable()
export class ReversalRepository {
  /**
   * Reverses the credit of a locked, claimed submission with a ledger entry.
   * @param mergeId the merge that causes the reversal
   */
  async reverse(tx: Tx, submission: LockedSubmission, mergeId: string | null = null): Promise<void> {
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
        period_key, points, xp, merge_id)
      SELECT ${newId()}::uuid, 'reversal', submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, -points, -xp, ${mergeId}::uuid
      FROM points_ledger WHERE submission_id = ${id} AND credit_no = ${creditNo} AND kind = 'credit'`);
    // Without a credit that stands no time is later than that of the next one, which may have begun before this one.
    await tx.execute(sql`
      UPDATE standing s
      SET points = s.points + r.points, xp = s.xp + r.xp, completions = s.completions - 1,
        last_credit_at = coalesce((
          SELECT max(${creditedAt('l')}) FROM points_ledger l
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
