import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { Subject } from '../../catalog/definition/outcome.js';

export interface SubjectUser {
  questId: string;
  userId: string;
  periodKey: string;
}

@Injectable()
export class SubjectsRepository {
  constructor(private readonly db: Database) {}

  /** Which of the wallets, by their account bytes in hex, have completed which of the quests for somebody else. */
  walletsOfOthers(
    userId: string,
    questIds: readonly string[],
    accounts: readonly string[],
  ): Promise<{ questId: string; subject: string }[]> {
    return this.db.rows<{ questId: string; subject: string }>(sql`
      SELECT quest_id, subject FROM completion_subject
      WHERE quest_id = ANY(${questIds}::uuid[]) AND kind = 'wallet' AND subject = ANY(${accounts}::text[])
        AND user_id <> ${userId}`);
  }

  /**
   * Keeps the first of the subjects that is free, or the earner's own already, until the quest is gone. False: others
   * have completed the quest with all of them; a transaction is spent by the period it was used for.
   */
  async take(tx: Tx, { questId, userId, periodKey }: SubjectUser, subjects: readonly Subject[]): Promise<boolean> {
    for (const { kind, subject } of subjects) {
      const kept = await tx.execute(sql`
        INSERT INTO completion_subject AS c (quest_id, kind, subject, user_id, period_key)
        VALUES (${questId}, ${kind}, ${subject}, ${userId}, ${periodKey})
        ON CONFLICT (quest_id, kind, subject) DO UPDATE SET period_key = excluded.period_key
        WHERE c.user_id = excluded.user_id AND (c.kind <> 'transaction' OR c.period_key = excluded.period_key)`);
      if (kept === 1) return true;
    }
    return subjects.length === 0;
  }
}
