import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';
import type { SubjectUser } from '../facts/subjects.repository.js';

@Injectable()
export class NegativesRepository {
  /**
   * Counts a negative check of a hybrid quest and returns the count; the earner's other attempts wait until the commit.
   */
  async count(tx: Tx, { questId, userId, periodKey }: SubjectUser): Promise<number> {
    const row = await tx.row<{ negatives: number }>(sql`
      INSERT INTO negative_check AS n (quest_id, user_id, period_key, negatives)
      VALUES (${questId}, ${userId}, ${periodKey}, 1)
      ON CONFLICT (quest_id, user_id, period_key) DO UPDATE SET negatives = n.negatives + 1
      RETURNING negatives`);
    return row?.negatives ?? 0;
  }
}
