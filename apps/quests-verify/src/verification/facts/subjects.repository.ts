import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import type { ReviewedSubject, Subject } from '../../catalog/definition/outcome.js';

export interface SubjectUser {
  questId: string;
  userId: string;
  periodKey: string;
}

@Injectable()
export class SubjectsRepository {
  constructor(private readonly database: Database) {}

  /** The wallets, by account bytes in hex, that have completed one of the quests for another earner. */
  walletsOfOthers(
    userId: string,
    questIds: readonly string[],
    accounts: readonly string[],
  ): Promise<{ questId: string; subject: string }[]> {
    return this.database.rows<{ questId: string; subject: string }>(sql`
      SELECT quest_id, subject FROM completion_subject
      WHERE quest_id = ANY(${questIds}::uuid[]) AND kind = 'wallet' AND subject = ANY(${accounts}::text[])
        AND user_id <> ${userId}`);
  }

  /** Remembers what a submission in review is proven by, for its decision. */
  async remember(tx: Tx, submissionId: string, subjects: readonly ReviewedSubject[]): Promise<void> {
    await tx.execute(sql`DELETE FROM review_subject WHERE submission_id = ${submissionId}`);
    if (subjects.length === 0) return;
    await tx.execute(sql`
      INSERT INTO review_subject (submission_id, kind, subject, handle, reserved)
      SELECT ${submissionId}::uuid, s.kind, s.subject, s.handle, s.reserved FROM unnest(
        ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subject }) => subject)}::text[],
        ${subjects.map(({ handle }) => handle)}::text[], ${subjects.map(({ reserved }) => reserved)}::boolean[]
      ) AS s (kind, subject, handle, reserved)`);
  }

  /** Reserves it again for an approval, which may follow an undone rejection. False: another earner has used it. */
  async takeReviewed(tx: Tx, { id, questId, userId, periodKey }: SubmissionRow): Promise<boolean> {
    const subjects = await tx.rows<Subject>(sql`
      SELECT kind, subject FROM review_subject WHERE submission_id = ${id} AND reserved ORDER BY kind, subject`);
    for (const subject of subjects) if (!(await this.take(tx, { questId, userId, periodKey }, [subject]))) return false;
    return true;
  }

  /** Releases what a rejected submission was proven by, unless another submission of the earner needs it. */
  async release(tx: Tx, { id, questId, userId }: SubmissionRow): Promise<void> {
    await tx.execute(sql`
      DELETE FROM completion_subject c USING review_subject r
      WHERE r.submission_id = ${id} AND c.quest_id = ${questId} AND c.kind = r.kind AND c.subject = r.subject
        AND c.user_id = ${userId} AND NOT EXISTS (
          SELECT FROM submission s
          WHERE s.quest_id = c.quest_id AND s.user_id = c.user_id AND s.id <> ${id} AND s.status <> 'rejected'
        )`);
  }

  /**
   * Reserves the first subject that no other earner has used for the quest, for as long as the quest exists. False:
   * there is none. The same earner can use a subject again, a transaction, post or Space only for the same period.
   */
  async take(tx: Tx, { questId, userId, periodKey }: SubjectUser, subjects: readonly Subject[]): Promise<boolean> {
    for (const { kind, subject } of subjects) {
      const kept = await tx.execute(sql`
        INSERT INTO completion_subject AS c (quest_id, kind, subject, user_id, period_key)
        VALUES (${questId}, ${kind}, ${subject}, ${userId}, ${periodKey})
        ON CONFLICT (quest_id, kind, subject) DO UPDATE SET period_key = excluded.period_key
        WHERE c.user_id = excluded.user_id AND (c.kind NOT IN ('transaction', 'post', 'space') OR c.period_key = excluded.period_key)`);
      if (kept === 1) return true;
    }
    return subjects.length === 0;
  }
}
