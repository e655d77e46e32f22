import { Injectable } from '@nestjs/common';
import { insertInto, json, newId, sql, type Tx } from '@questp/postgres';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { creditedAt } from '../../ledger/credits/credited-at.js';
import { ReversalRepository } from '../../ledger/credits/reversal.repository.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Merge } from './account-merges.repository.js';

interface Item {
  submissionId: string;
  dropped: boolean;
  exchangedId: string | null;
  endedReviewId: string | null;
  endedCheck: EndedCheck | null;
  points: number | null;
}

/** What a repeated check was to look at, and since when it waited. */
interface EndedCheck {
  submissionId: string;
  inputs: JsonObject;
  since: string;
}

interface Locked extends SubmissionRow {
  questLimited: boolean;
}

const INTO = 'The account was merged into another one.';
const DOUBLE = 'The account was merged into another one, which has the same of this period.';
const TEAM = 'The account was merged into one of the team of the project, whose members earn nothing in it.';
const BACK = 'The merge of the accounts was undone.';

/** Moves the submissions of a merge with their credits, one at a time. */
@Injectable()
export class MergedSubmissionsRepository {
  constructor(private readonly reversals: ReversalRepository) {}

  /** Of the account that goes, which gets no new ones but by exchange; undefined: all were. */
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

  /** The last one that went is the first to come back. */
  nextToReturn(tx: Tx, { mergeId }: Merge): Promise<Item | undefined> {
    return tx.row<Item>(sql`
      SELECT submission_id, dropped, exchanged_id, ended_review_id, ended_check, points FROM account_merge_item
      WHERE merge_id = ${mergeId} AND NOT undone ORDER BY submission_id DESC LIMIT 1`);
  }

  async move(tx: Tx, merge: Merge, submissionId: string): Promise<void> {
    const { mergeId, survivorId } = merge;
    const submission = await this.lock(tx, submissionId);
    const own = await tx.row<SubmissionRow>(sql`
      SELECT * FROM submission WHERE quest_id = ${submission.questId} AND user_id = ${survivorId}
        AND period_key = ${submission.periodKey} FOR UPDATE`);
    const isClaimed = submission.status === 'claimed';
    const inTeam = await tx.row(sql`
      SELECT FROM project_member WHERE project_id = ${submission.projectId} AND user_id = ${survivorId}`);
    const dropped = inTeam !== undefined || (own !== undefined && (!isClaimed || own.status === 'claimed'));
    // Of the survivor's own, which goes with an account that is gone, what waits would wait for ever.
    const isWaiting = own?.status === 'pending' || own?.status === 'in_review';
    const ended = dropped ? submission : isWaiting ? { ...own, questLimited: submission.questLimited } : undefined;
    const endedCheck = ended && (await this.drop(tx, mergeId, ended, inTeam === undefined ? DOUBLE : TEAM));
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
    else if (item.points !== null && submission.status === 'reversed') await this.restore(tx, mergeId, submission);
    if (item.endedReviewId !== null) await this.reviewAgain(tx, item.endedReviewId);
    if (item.endedCheck !== null) await this.checkAgain(tx, item.endedCheck);
    await tx.execute(sql`
      UPDATE account_merge_item SET undone = true WHERE merge_id = ${mergeId} AND submission_id = ${item.submissionId}`);
  }

  /** As a credit locks it. */
  private async lock(tx: Tx, submissionId: string): Promise<Locked> {
    await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    await tx.execute(sql`
      SELECT FROM quest WHERE id = (SELECT quest_id FROM submission WHERE id = ${submissionId}) AND max_completions IS NOT NULL
      FOR UPDATE`);
    const locked = await tx.row<Locked>(sql`
      SELECT s.*, q.max_completions IS NOT NULL AS quest_limited FROM submission s JOIN quest q ON q.id = s.quest_id
      WHERE s.id = ${submissionId} FOR UPDATE OF s`);
    if (locked === undefined) throw new Error(`Submission ${submissionId} is gone`);
    return locked;
  }

  /**
   * Ends what does not count for the survivor; gives what it waited for. A dropped credit keeps its place among the
   * completions of the quest, so that an undo can credit it again.
   */
  private async drop(
    tx: Tx,
    mergeId: string,
    submission: Locked,
    reason: typeof DOUBLE | typeof TEAM,
  ): Promise<EndedCheck | undefined> {
    const { id, status } = submission;
    if (status === 'claimed') await this.reversals.reverse(tx, { ...submission, questLimited: false }, mergeId);
    const check = await tx.row<EndedCheck>(sql`
      DELETE FROM pending_check WHERE submission_id = ${id} RETURNING submission_id, inputs, since::text AS since`);
    const ended = status === 'claimed' || status === 'reversed' ? 'reversed' : 'rejected';
    await this.note(tx, id, ended, reason);
    await tx.execute(sql`
      UPDATE submission SET status = ${ended}, reason = ${reason}, points_awarded = 0, xp_awarded = 0, verified_at = NULL,
        claimed_at = NULL, next_try_at = NULL, updated_at = now()
      WHERE id = ${id}`);
    return check;
  }

  /**
   * The submission, and its credit if it has one, become those of another account.
   *
   * @param exchangedId the other account's own of the same quest and period, which takes its place
   */
  private async give(
    tx: Tx,
    mergeId: string,
    submission: Locked,
    to: string,
    exchangedId: string | null,
  ): Promise<void> {
    const { id, questId, periodKey, status, userId: from } = submission;
    // Its place among the completions of the quest stays.
    if (status === 'claimed') await this.reversals.reverse(tx, { ...submission, questLimited: false }, mergeId);
    if (exchangedId !== null) {
      // One of a period at a time.
      await tx.execute(sql`UPDATE submission SET period_key = ${`${periodKey} ${id}`} WHERE id = ${exchangedId}`);
    }
    await tx.execute(sql`UPDATE submission SET user_id = ${to}, updated_at = now() WHERE id = ${id}`);
    if (exchangedId !== null) {
      await tx.execute(
        sql`UPDATE submission SET user_id = ${from}, period_key = ${periodKey} WHERE id = ${exchangedId}`,
      );
      await this.follow(tx, exchangedId, from);
    }
    await this.follow(tx, id, to);
    for (const table of [sql`negative_check`, sql`quiz_progress`]) {
      await tx.execute(sql`
        UPDATE ${table} t SET user_id = ${to} WHERE t.quest_id = ${questId} AND t.user_id = ${from}
          AND NOT EXISTS (SELECT FROM ${table} o WHERE o.quest_id = ${questId} AND o.user_id = ${to})`);
    }
    await tx.execute(sql`
      UPDATE completion_subject SET user_id = ${to}
      WHERE user_id = ${from} AND quest_id = ${questId} AND period_key = ${periodKey}`);
    if (status === 'claimed') await this.credit(tx, mergeId, id);
    await this.note(tx, id, status, INTO);
  }

  /** Credits the dropped one again, in the place that it kept. */
  private async restore(tx: Tx, mergeId: string, { id }: Locked): Promise<void> {
    await tx.execute(sql`
      UPDATE submission s
      SET status = 'claimed', reason = NULL, points_awarded = l.points, xp_awarded = l.xp,
        verified_at = ${creditedAt('l')}, claimed_at = ${creditedAt('l')}, updated_at = now()
      FROM points_ledger l
      WHERE s.id = ${id} AND l.submission_id = s.id AND l.credit_no = s.credit_no AND l.kind = 'credit'`);
    await this.credit(tx, mergeId, id);
    await this.note(tx, id, 'claimed', BACK);
  }

  /** Unless something else became of it since. */
  private async reviewAgain(tx: Tx, submissionId: string): Promise<void> {
    const waits = await tx.execute(sql`
      WITH again AS (
        UPDATE submission SET status = 'in_review', reason = NULL, updated_at = now()
        WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM}) RETURNING project_id
      )
      INSERT INTO review_call (project_id) SELECT project_id FROM again`);
    if (waits > 0) await this.note(tx, submissionId, 'in_review', BACK);
  }

  /** Unless something else became of it since; at once, and for as long as was left. */
  private async checkAgain(tx: Tx, { submissionId, inputs, since }: EndedCheck): Promise<void> {
    const again = await tx.row<{ userId: string }>(sql`
      UPDATE submission SET status = 'pending', reason = ${BACK}, next_try_at = now(), updated_at = now()
      WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM}) RETURNING user_id`);
    if (again === undefined) return;
    const { userId } = again;
    await tx.execute(insertInto('pending_check', { submissionId, userId, inputs, since, dueAt: sql`now()` }));
    await this.note(tx, submissionId, 'pending', BACK);
  }

  /** Credits a claimed submission, whose credit was reversed, to the account that has it, as of the moment it had. */
  private async credit(tx: Tx, mergeId: string, submissionId: string): Promise<void> {
    await tx.execute(sql`
      WITH credited AS (
        UPDATE submission SET credit_no = credit_no + 1 WHERE id = ${submissionId} RETURNING *
      ),
      entry AS (
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, merge_id, counted_at)
        SELECT ${newId()}::uuid, 'credit', c.id, c.credit_no, c.project_id, c.campaign_id, c.quest_id, c.user_id,
          c.period_key, l.points, l.xp, ${mergeId}::uuid, ${creditedAt('l')}
        FROM credited c
        JOIN points_ledger l ON l.submission_id = c.id AND l.credit_no = c.credit_no - 1 AND l.kind = 'credit'
        RETURNING *
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

  /** What belongs to a submission belongs to its account. */
  private async follow(tx: Tx, submissionId: string, userId: string): Promise<void> {
    await tx.execute(sql`UPDATE pending_check SET user_id = ${userId} WHERE submission_id = ${submissionId}`);
    await tx.execute(sql`UPDATE verification_check SET user_id = ${userId} WHERE submission_id = ${submissionId}`);
  }

  private async note(tx: Tx, submissionId: string, status: string, reason: string): Promise<void> {
    await tx.execute(insertInto('submission_step', { submissionId, status, by: 'automatic', actorId: null, reason }));
  }
}
