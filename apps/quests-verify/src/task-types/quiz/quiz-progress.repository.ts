import { Injectable } from '@nestjs/common';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';
import type { QuizProgress as Stored } from '../../generated/prisma/client.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import type { EvaluatedAttempt, QuizProgress } from './quiz-progress.js';

interface UnpassedQuiz extends Pick<Stored, 'questId' | 'attempts' | 'lastAttemptAt'> {
  now: Date;
}

@Injectable()
export class QuizProgressRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: no attempt yet. */
  read({ questId, userId }: EarnerAndQuest, on: Queries = this.database): Promise<QuizProgress | undefined> {
    return on.row<QuizProgress>(sql`
      SELECT attempts, last_attempt_at, last_result, passed FROM quiz_progress
      WHERE quest_id = ${questId} AND user_id = ${userId}`);
  }

  /** Progress of unpassed quizzes, with the database clock. */
  attemptsOf(userId: string, questIds: readonly string[]): Promise<UnpassedQuiz[]> {
    return this.database.rows<UnpassedQuiz>(sql`
      SELECT quest_id, attempts, last_attempt_at, now() AS now FROM quiz_progress
      WHERE quest_id = ANY(${questIds}::uuid[]) AND user_id = ${userId} AND NOT passed`);
  }

  /**
   * Admits and counts one attempt by the rule of quizAttemptState. False: already passed, no attempts left, or in the
   * cooldown. The earner's other attempts wait until the transaction ends.
   */
  async count(
    tx: Tx,
    { questId, userId }: EarnerAndQuest,
    { maxAttempts, retryCooldownMinutes }: { maxAttempts: number; retryCooldownMinutes: number },
  ): Promise<boolean> {
    const counted = await tx.execute(sql`
      INSERT INTO quiz_progress AS p (quest_id, user_id, attempts, last_attempt_at, last_result)
      VALUES (${questId}, ${userId}, 1, now(), '{}')
      ON CONFLICT (quest_id, user_id) DO UPDATE SET attempts = p.attempts + 1, last_attempt_at = now()
      WHERE NOT p.passed AND p.attempts < ${maxAttempts}
        AND (${retryCooldownMinutes} = 0
          OR p.last_attempt_at + make_interval(mins => ${retryCooldownMinutes}) <= now())`);
    return counted === 1;
  }

  /** Stores the result of the counted attempt. */
  async keep(
    tx: Tx,
    { questId, userId }: EarnerAndQuest,
    passed: boolean,
    result: EvaluatedAttempt,
  ): Promise<QuizProgress> {
    const progress = await tx.row<QuizProgress>(sql`
      UPDATE quiz_progress SET passed = ${passed}, last_result = ${JSON.stringify(result)}::jsonb
      WHERE quest_id = ${questId} AND user_id = ${userId}
      RETURNING attempts, last_attempt_at, last_result, passed`);
    if (progress === undefined) throw new Error('The attempt was not counted');
    return progress;
  }
}
