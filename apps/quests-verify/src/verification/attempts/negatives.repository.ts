import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { SubjectUser } from '../facts/subjects.repository.js';

/** The end of an earner's cool-down at a quest. */
export interface CoolingQuest {
  questId: string;
  until: Date;
}

/** Negative checks by quest, earner and period. */
@Injectable()
export class NegativesRepository {
  constructor(private readonly db: Database) {}

  /**
   * Counts a negative check, unless the one before it was less than `cooldownSeconds` ago. Gives the count and the end
   * of the cool-down that begins with it; undefined: not counted. Others of the same earner wait until the commit.
   */
  count(
    tx: Tx,
    { questId, userId, periodKey }: SubjectUser,
    cooldownSeconds: number,
  ): Promise<{ negatives: number; until: Date } | undefined> {
    const cooldown = sql`make_interval(secs => ${cooldownSeconds})`;
    return tx.row(sql`
      INSERT INTO negative_check AS n (quest_id, user_id, period_key, negatives, checked_at)
      VALUES (${questId}, ${userId}, ${periodKey}, 1, now())
      ON CONFLICT (quest_id, user_id, period_key) DO UPDATE SET negatives = n.negatives + 1, checked_at = now()
      WHERE ${cooldownSeconds} = 0 OR n.checked_at IS NULL OR n.checked_at + ${cooldown} <= now()
      RETURNING negatives, checked_at + ${cooldown} AS until`);
  }

  /** The negative checks counted in a period. */
  async counted({ questId, userId, periodKey }: SubjectUser): Promise<number> {
    const row = await this.db.quick.row<{ negatives: number }>(sql`
      SELECT negatives FROM negative_check
      WHERE quest_id = ${questId} AND user_id = ${userId} AND period_key = ${periodKey}`);
    return row?.negatives ?? 0;
  }

  /** The quests at which the earner is in a cool-down. @param cooldowns seconds by quest id */
  cooling(userId: string, cooldowns: ReadonlyMap<string, number>): Promise<CoolingQuest[]> {
    return this.db.quick.rows<CoolingQuest>(sql`
      SELECT n.quest_id, max(n.checked_at + make_interval(secs => asked.seconds)) AS until
      FROM unnest(${[...cooldowns.keys()]}::uuid[], ${[...cooldowns.values()]}::integer[]) AS asked (quest_id, seconds)
      JOIN negative_check n ON n.quest_id = asked.quest_id AND n.user_id = ${userId}
      WHERE n.checked_at + make_interval(secs => asked.seconds) > now()
      GROUP BY n.quest_id`);
  }
}
