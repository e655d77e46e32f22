import { Injectable } from '@nestjs/common';
import { AppError, LIMITS } from '@questp/messages';
import { Database, sql, type Sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../credit/quest-entry.js';

/** Spec 8: wrong codes per earner and quest. */
const MAX_WRONG = LIMITS.secretCodes.most;
const WINDOW_SECONDS = 15 * 60;
/** Wrong codes per quest in the same time, of all earners together, and in how many shards they are counted. */
const MAX_OF_QUEST = 200;
const SHARDS = 8;
const MAX_OF_SHARD = MAX_OF_QUEST / SHARDS;
/** What a right code gives back: its own try, and room for one more wrong one where many take part. */
const GIVEN_BACK = 2;

const shardOf = (userId: string): Sql => sql`(hashtextextended(${userId}, 0) & ${SHARDS - 1})::smallint`;
/** What is used of a shard by now. */
const USED = sql`
  greatest(0, b.used - extract(epoch FROM clock_timestamp() - b.at)::double precision * ${MAX_OF_SHARD / WINDOW_SECONDS})`;

@Injectable()
export class WrongCodesRepository {
  constructor(private readonly db: Database) {}

  /**
   * Admits one try and counts it as wrong until forgetLast. SECRET_CODE_LOCKED after 10 wrong codes of the earner in 15 minutes,
   * or 200 of all earners. The earner's other tries wait until the transaction ends.
   */
  async count(tx: Tx, who: EarnerAndQuest): Promise<void> {
    // Who is limited alone uses up nothing of what all have.
    await this.countOfEarner(tx, who);
    await this.countOfQuest(tx, who);
  }

  private async countOfEarner(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    const counted = await tx.execute(sql`
      INSERT INTO code_attempt AS c (quest_id, user_id, wrong_at) VALUES (${questId}, ${userId}, ARRAY[clock_timestamp()])
      ON CONFLICT (quest_id, user_id) DO UPDATE
      SET wrong_at = ARRAY(
        SELECT at FROM unnest(c.wrong_at) AS at WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
        ORDER BY at
      ) || clock_timestamp()
      WHERE (
        SELECT count(*) FROM unnest(c.wrong_at) AS at
        WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
      ) < ${MAX_WRONG}`);
    if (counted === 1) return;
    const limited = await tx.row<{ seconds: number }>(sql`
      SELECT ceil(extract(epoch FROM min(at) - clock_timestamp()) + ${WINDOW_SECONDS})::integer AS seconds
      FROM code_attempt, unnest(wrong_at) AS at
      WHERE quest_id = ${questId} AND user_id = ${userId}
        AND at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`);
    throw limitedFor(limited?.seconds);
  }

  private async countOfQuest(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    const shard = shardOf(userId);
    const counted = await tx.execute(sql`
      INSERT INTO code_budget AS b (quest_id, shard, used, at) VALUES (${questId}, ${shard}, 1, clock_timestamp())
      ON CONFLICT (quest_id, shard) DO UPDATE SET used = ${USED} + 1, at = clock_timestamp()
      WHERE ${USED} + 1 <= ${MAX_OF_SHARD}`);
    if (counted === 1) return;
    const limited = await tx.row<{ seconds: number }>(sql`
      SELECT ceil((${USED} + 1 - ${MAX_OF_SHARD}) * ${WINDOW_SECONDS / MAX_OF_SHARD})::integer AS seconds
      FROM code_budget b WHERE quest_id = ${questId} AND shard = ${shard}`);
    throw limitedFor(limited?.seconds);
  }

  /** Quests where no code of the earner is looked at now, as `count` would refuse it, and until when. */
  locksOf(userId: string, questIds: readonly string[]): Promise<{ questId: string; lockedUntil: Date }[]> {
    return this.db.rows<{ questId: string; lockedUntil: Date }>(sql`
      SELECT asked.id AS quest_id, greatest(own.until, together.until) AS locked_until
      FROM unnest(${questIds}::uuid[]) AS asked (id)
      LEFT JOIN LATERAL (
        SELECT min(at) + make_interval(secs => ${WINDOW_SECONDS}) AS until
        FROM code_attempt c, unnest(c.wrong_at) AS at
        WHERE c.quest_id = asked.id AND c.user_id = ${userId}
          AND at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
        HAVING count(*) >= ${MAX_WRONG}
      ) own ON true
      LEFT JOIN LATERAL (
        SELECT clock_timestamp() + make_interval(secs => (${USED} + 1 - ${MAX_OF_SHARD}) * ${WINDOW_SECONDS / MAX_OF_SHARD})
          AS until
        FROM code_budget b WHERE b.quest_id = asked.id AND b.shard = ${shardOf(userId)} AND ${USED} + 1 > ${MAX_OF_SHARD}
      ) together ON true
      WHERE own.until IS NOT NULL OR together.until IS NOT NULL`);
  }

  /** The try was right and does not count. */
  async forgetLast(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    await tx.execute(sql`
      UPDATE code_attempt SET wrong_at = trim_array(wrong_at, 1) WHERE quest_id = ${questId} AND user_id = ${userId}`);
    await tx.execute(sql`
      UPDATE code_budget SET used = greatest(0, used - ${GIVEN_BACK})
      WHERE quest_id = ${questId} AND shard = ${shardOf(userId)}`);
  }
}

const limitedFor = (seconds: number | undefined): AppError =>
  new AppError('SECRET_CODE_LOCKED', { retryAfter: Math.max(1, seconds ?? 1) });
