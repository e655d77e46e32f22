import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql, type Sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { ALERT_FROM, FRESH_FOR, SECONDS_PER_LEVEL, SLOW_FROM } from './pace.js';

/** Spec 8: wrong codes per earner and quest. */
const MAX_WRONG = LIMITS.secretCodes.max;
const WINDOW_SECONDS = 15 * 60;
/** Number of rows that count the wrong codes of a quest; several, so that earners do not wait for each other. */
const SHARDS = 8;

/** An earner who enters a code, and the key of the IP address. */
export interface CodeEntry extends EarnerAndQuest {
  addressKey: Buffer | null;
}

const shardOf = (userId: string): Sql => sql`(hashtextextended(${userId}, 0) & ${SHARDS - 1})::smallint`;

/** The decayed count: it falls to 1/e in a window. The exponent is bounded to avoid underflow of double precision. */
const DECAYED = sql`
  r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS}))`;

const usedOfQuest = (questId: Sql): Sql =>
  sql`(SELECT coalesce(sum(${DECAYED}), 0) FROM code_budget r WHERE r.quest_id = ${questId})`;

/** Seconds to wait after the first wrong code, doubled by each further one. 0: there is no flood of wrong codes. */
const firstWait = (questId: Sql, userId: string, addressKey: Buffer | null): Sql => sql`(
  SELECT CASE WHEN level >= 1 THEN level * ${SECONDS_PER_LEVEL} ELSE 0 END
  FROM (SELECT greatest(
    ${usedOfQuest(questId)} / CASE
      WHEN EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND known_since > now() - ${FRESH_FOR}::interval)
      THEN ${SLOW_FROM.fresh} ELSE ${SLOW_FROM.quest} END::double precision,
    (SELECT ${DECAYED} FROM code_address r WHERE r.key = ${addressKey}) / ${SLOW_FROM.address}
  ) AS level) AS pace)`;

/** Time at which the earner of the row `c` of code_attempt can try again; null: now. */
const opensAt = (wait: Sql): Sql => sql`(
  SELECT CASE
    WHEN count(*) >= ${MAX_WRONG} THEN min(at) + make_interval(secs => ${WINDOW_SECONDS})
    WHEN count(*) > 0 THEN max(at) + make_interval(secs => least(${WINDOW_SECONDS}, ${wait} * power(2, count(*) - 1)))
  END
  FROM unnest(c.wrong_at) AS at
  WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS}))`;

@Injectable()
export class WrongCodesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Admits one try and counts it as wrong until `forget`. The earner's other tries wait until the transaction ends.
   * SECRET_CODE_LOCKED after 10 wrong codes in 15 minutes, and in a flood for a while after each wrong one.
   */
  async admit(tx: Tx, { questId, userId, addressKey }: CodeEntry): Promise<void> {
    const wait = firstWait(sql`${questId}::uuid`, userId, addressKey);
    const admitted = await tx.execute(sql`
      INSERT INTO code_attempt AS c (quest_id, user_id, wrong_at) VALUES (${questId}, ${userId}, ARRAY[clock_timestamp()])
      ON CONFLICT (quest_id, user_id) DO UPDATE
      SET wrong_at = ARRAY(
        SELECT at FROM unnest(c.wrong_at) AS at WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
        ORDER BY at
      ) || clock_timestamp()
      WHERE coalesce(${opensAt(wait)} <= clock_timestamp(), true)`);
    if (admitted === 1) return;
    const refused = await tx.row<{ seconds: number | null }>(sql`
      SELECT ceil(extract(epoch FROM ${opensAt(wait)} - clock_timestamp()))::integer AS seconds
      FROM code_attempt c WHERE quest_id = ${questId} AND user_id = ${userId}`);
    throw new AppError('SECRET_CODE_LOCKED', { retryAfter: Math.max(1, refused?.seconds ?? 1) });
  }

  /** Removes the admitted try, because its code was not compared. */
  async release(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    await tx.execute(sql`
      UPDATE code_attempt SET wrong_at = trim_array(wrong_at, 1) WHERE quest_id = ${questId} AND user_id = ${userId}`);
  }

  /** Removes the admitted try, because its code was right. It also reduces the quest's count by one wrong code. */
  async forget(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    await this.release(tx, { questId, userId });
    await tx.execute(sql`
      UPDATE code_budget r SET used = greatest(0, ${DECAYED} - 1), at = clock_timestamp()
      WHERE quest_id = ${questId} AND shard = ${shardOf(userId)} AND used > 0`);
  }

  /** Counts a wrong code for the quest and the IP address. */
  async count(tx: Tx, { questId, userId, addressKey }: CodeEntry): Promise<void> {
    await tx.execute(sql`
      INSERT INTO code_budget AS r (quest_id, shard, used, at)
      VALUES (${questId}, ${shardOf(userId)}, 1, clock_timestamp())
      ON CONFLICT (quest_id, shard) DO UPDATE SET used = ${DECAYED} + 1, at = clock_timestamp()`);
    if (addressKey === null) return;
    await tx.execute(sql`
      INSERT INTO code_address AS r (key, used, at) VALUES (${addressKey}, 1, clock_timestamp())
      ON CONFLICT (key) DO UPDATE SET used = ${DECAYED} + 1, at = clock_timestamp()`);
  }

  /** The team of a quest with too many wrong codes, once an hour; undefined: fewer codes, or already notified. */
  takeAlert(tx: Tx, questId: string): Promise<{ userIds: string[] } | undefined> {
    return tx.row<{ userIds: string[] }>(sql`
      WITH alert AS (
        INSERT INTO code_alert (quest_id, at)
        SELECT ${questId}::uuid, clock_timestamp() WHERE ${usedOfQuest(sql`${questId}::uuid`)} >= ${ALERT_FROM}
        ON CONFLICT (quest_id) DO UPDATE SET at = excluded.at
        WHERE code_alert.at <= excluded.at - interval '1 hour'
        RETURNING quest_id
      )
      SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
      FROM alert JOIN quest q ON q.id = alert.quest_id`);
  }

  /** Quests whose codes the earner cannot enter now, and until when; ignores the limits per IP address. */
  locksOf(userId: string, questIds: readonly string[]): Promise<{ questId: string; lockedUntil: Date }[]> {
    return this.database.rows<{ questId: string; lockedUntil: Date }>(sql`
      SELECT quest_id, locked_until FROM (
        SELECT c.quest_id, ${opensAt(firstWait(sql`c.quest_id`, userId, null))} AS locked_until
        FROM code_attempt c WHERE c.user_id = ${userId} AND c.quest_id = ANY(${questIds}::uuid[])
      ) AS own
      WHERE locked_until > clock_timestamp()`);
  }

  /** Deletes the counts of IP addresses after an hour, when they have decayed to nothing. */
  purgeAddresses(): Promise<number> {
    return this.database.execute(sql`DELETE FROM code_address WHERE at < now() - interval '1 hour'`);
  }
}
