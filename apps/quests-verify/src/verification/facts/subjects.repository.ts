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

  /** The wallets, by account bytes in hex, that have completed one of the quests for another earner. */
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
