import { Injectable } from '@nestjs/common';
import type { ResetAttempts } from '@questp/messages/quests';
import { sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { forgetAttempts } from '../../people/earners/earner-tables.js';
import { ATTEMPT_TABLES } from '../../task-types/index.js';

/** Counted attempts of an earner at a quest. */
@Injectable()
export class AttemptsRepository {
  /** Deletes the counted attempts, except a passed quiz; returns their numbers. */
  reset(tx: Tx, who: EarnerAndQuest): Promise<ResetAttempts> {
    return forgetAttempts(tx, ATTEMPT_TABLES, who);
  }

  /** True if an attempt of the earner is on record; checks without a submission are deleted after a while. */
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
