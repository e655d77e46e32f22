import { Injectable } from '@nestjs/common';
import type { ResetAttempts } from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { found } from '../../shared/found.js';

/** What is counted against an earner who tries a quest. */
@Injectable()
export class AttemptsRepository {
  /** Forgets it, but a quiz that is passed; gives what was counted. */
  async reset(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<ResetAttempts> {
    return found(
      await tx.row<ResetAttempts>(sql`
        WITH quiz AS (
          DELETE FROM quiz_progress WHERE quest_id = ${questId} AND user_id = ${userId} AND NOT passed
          RETURNING attempts
        ),
        codes AS (
          DELETE FROM code_attempt WHERE quest_id = ${questId} AND user_id = ${userId} RETURNING cardinality(wrong_at) AS wrong
        ),
        negative AS (
          DELETE FROM negative_check WHERE quest_id = ${questId} AND user_id = ${userId} RETURNING negatives
        )
        SELECT coalesce((SELECT attempts FROM quiz), 0) AS quiz_attempts,
          coalesce((SELECT wrong FROM codes), 0) AS wrong_codes,
          coalesce((SELECT sum(negatives)::integer FROM negative), 0) AS negative_checks`),
    );
  }

  /** Whether the earner is known to have tried; checks that led to no submission are forgotten after their time. */
  async hasTried(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<boolean> {
    const tried = await tx.row(sql`
      SELECT FROM verification_check WHERE user_id = ${userId} AND quest_id = ${questId}
      UNION ALL SELECT FROM submission WHERE user_id = ${userId} AND quest_id = ${questId} LIMIT 1`);
    return tried !== undefined;
  }

  async hasPassed(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<boolean> {
    const passed = await tx.row(
      sql`SELECT FROM quiz_progress WHERE quest_id = ${questId} AND user_id = ${userId} AND passed`,
    );
    return passed !== undefined;
  }
}
