import { Injectable } from '@nestjs/common';
import { columns, insertInto, json, sql, type Tx } from '@questp/postgres';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { MergedCreditsRepository } from '../../ledger/credits/merged-credits.repository.js';
import { SUBMISSION_COLUMNS, type LockedSubmission, type SubmissionRow } from '../../ledger/credits/submission-row.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { AccountMergeItem } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';
import { followSubmission } from '../../people/earners/earner-tables.js';
import { EARNER_TABLES } from '../earner-tables.js';
import type { Merge } from './account-merges.repository.js';

type Item = Omit<Narrowed<AccountMergeItem, { endedCheck: EndedCheck | null }>, 'mergeId' | 'xp' | 'undone'>;

/** Target of a repeated check, and the time since when it waited. */
interface EndedCheck {
  submissionId: string;
  inputs: JsonObject;
  since: string;
}

/** Moves the submissions of a merge with their credits, one at a time. */
@Injectable()
export class MergedSubmissionsRepository {
  constructor(private readonly mergedCreditsRepository: MergedCreditsRepository) {}

  /** Next submission of the absorbed account, which gets new ones only by exchange; undefined: all were moved. */
  async nextToMove(tx: Tx, { mergeId, absorbedId }: Merge): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(sql`
      SELECT s.id FROM submission s
      WHERE s.user_id = ${absorbedId}
        AND s.id > coalesce((
          SELECT i.submission_id FROM account_merge_item i WHERE i.merge_id = ${mergeId}
          ORDER BY i.submission_id DESC LIMIT 1
        ), '00000000-0000-0000-0000-000000000000')
        AND NOT EXISTS (
          SELECT FROM account_merge_item i WHERE i.merge_id = ${mergeId} AND i.exchanged_id = s.id
        )
      ORDER BY s.id LIMIT 1`);
    return row?.id;
  }

  /** The next submission to move back: the one that moved last. */
  nextToReturn(tx: Tx, { mergeId }: Merge): Promise<Item | undefined> {
    return tx.row<Item>(sql`
      SELECT submission_id, dropped, exchanged_id, ended_review_id, ended_check, points FROM account_merge_item
      WHERE merge_id = ${mergeId} AND NOT undone ORDER BY submission_id DESC LIMIT 1`);
  }

  async move(tx: Tx, merge: Merge, submissionId: string): Promise<void> {
    const { mergeId, survivorId } = merge;
    const submission = await this.lock(tx, submissionId);
    const own = await tx.row<SubmissionRow>(sql`
      SELECT ${columns(SUBMISSION_COLUMNS)} FROM submission WHERE quest_id = ${submission.questId} AND user_id = ${survivorId}
        AND period_key = ${submission.periodKey} FOR UPDATE`);
    const isClaimed = submission.status === 'claimed';
    const inTeam = await tx.row(sql`
      SELECT FROM project_member WHERE project_id = ${submission.projectId} AND user_id = ${survivorId}`);
    const dropped = inTeam !== undefined || (own !== undefined && (!isClaimed || own.status === 'claimed'));
    // The survivor's own submission is exchanged to the absorbed account, where a pending one would wait forever.
    const isWaiting = own?.status === 'pending' || own?.status === 'in_review';
    const ended = dropped ? submission : isWaiting ? { ...own, questLimited: submission.questLimited } : undefined;
    const endedCheck = ended && (await this.drop(tx, mergeId, ended, { ofTeam: inTeam !== undefined }));
    if (!dropped) await this.give(tx, mergeId, submission, survivorId, own?.id ?? null);
    await tx.execute(
      insertInto('account_merge_item', {
        ...{ mergeId, submissionId, dropped, exchangedId: dropped ? null : own?.id },
        ...(ended?.status === 'in_review' && { endedReviewId: ended.id }),
        ...(endedCheck && { endedCheck: json(endedCheck) }),
        ...(isClaimed && { points: submission.pointsAwarded, xp: submission.xpAwarded }),
      }),
    );
  }

  async giveBack(tx: Tx, { mergeId, absorbedId }: Merge, item: Item): Promise<void> {
    const submission = await this.lock(tx, item.submissionId);
    if (!item.dropped) await this.give(tx, mergeId, submission, absorbedId, item.exchangedId);
    else if (item.points !== null && submission.status === 'reversed')
      await this.mergedCreditsRepository.restore(tx, mergeId, submission);
    if (item.endedReviewId !== null) await this.mergedCreditsRepository.reviewAgain(tx, item.endedReviewId);
    if (item.endedCheck !== null) await this.checkAgain(tx, item.endedCheck);
    await tx.execute(sql`
      UPDATE account_merge_item SET undone = true WHERE merge_id = ${mergeId} AND submission_id = ${item.submissionId}`);
  }

  /** Takes the same locks as a credit. */
  private async lock(tx: Tx, submissionId: string): Promise<LockedSubmission> {
    await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    await tx.execute(sql`
      SELECT FROM quest WHERE id = (SELECT quest_id FROM submission WHERE id = ${submissionId}) AND max_completions IS NOT NULL
      FOR UPDATE`);
    const locked = await tx.row<LockedSubmission>(sql`
      SELECT ${columns(SUBMISSION_COLUMNS, 's')}, q.max_completions IS NOT NULL AS quest_limited
      FROM submission s JOIN quest q ON q.id = s.quest_id
      WHERE s.id = ${submissionId} FOR UPDATE OF s`);
    if (locked === undefined) throw new Error(`Submission ${submissionId} is gone`);
    return locked;
  }

  /** Drops a submission; returns its repeated check if it was pending. */
  private async drop(
    tx: Tx,
    mergeId: string,
    submission: LockedSubmission,
    reason: { ofTeam: boolean },
  ): Promise<EndedCheck | undefined> {
    await this.mergedCreditsRepository.drop(tx, mergeId, submission, reason);
    return tx.row<EndedCheck>(sql`
      DELETE FROM pending_check WHERE submission_id = ${submission.id}
      RETURNING submission_id, inputs, since::text AS since`);
  }

  private async give(
    tx: Tx,
    mergeId: string,
    submission: LockedSubmission,
    to: string,
    exchangedId: string | null,
  ): Promise<void> {
    const { questId, periodKey, userId: from } = submission;
    await this.mergedCreditsRepository.give(tx, mergeId, submission, to, exchangedId);
    await followSubmission(tx, EARNER_TABLES, submission, { from, to });
    if (exchangedId === null) return;
    const exchanged = { id: exchangedId, questId, periodKey };
    await followSubmission(tx, EARNER_TABLES, exchanged, { from: null, to: from });
  }

  /** Starts the repeated check again, due now, for its remaining time. */
  private async checkAgain(tx: Tx, { submissionId, inputs, since }: EndedCheck): Promise<void> {
    const again = await this.mergedCreditsRepository.pendAgain(tx, submissionId);
    if (again === undefined) return;
    const { userId } = again;
    await tx.execute(insertInto('pending_check', { submissionId, userId, inputs, since, dueAt: sql`now()` }));
  }
}
