import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql, type Tx } from '@questp/postgres';
import type { SubjectUser } from '../facts/subjects.repository.js';

/** The end of an earner's cool-down at a quest. */
export interface CoolingQuest {
  questId: string;
  until: Date;
}

/** A negative check that is repeated. */
export interface DueCheck extends SubjectUser {
  /** The end of the lease, as PostgreSQL writes it; null: the last try. */
  lease: string | null;
}

/** Older negative checks are not repeated. */
const REPEATED_DAYS = 7;
/** Lease of a repeated check, after which it is tried again; it doubles with each try. */
const LEASE_SECONDS = 30;
/** Leases of a check, nine hours in all; after the next try it is repeated no more, and the earner can check again. */
const MAX_REPEATS = 10;

/** Lock that orders a report of a platform and the negative checks of the earner there, since each reads the other. */
const reportLock = (userId: string, platform: string): Sql =>
  sql`SELECT exclusive_lock('report of ' || ${platform}::text || ' ' || ${userId}::text)`;

/** A negative check to count. */
export interface NewNegative extends SubjectUser {
  platform: string;
  /** Time of the database before the platform was asked; undefined: nothing was asked. */
  askedAt: Date | undefined;
}

/** Negative checks by quest, earner and period. */
@Injectable()
export class NegativesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts a negative check, unless the one before it was less than `cooldownSeconds` ago. Returns the count and the end
   * of the cool-down that begins with it; undefined: not counted. Others of the same earner wait until the commit. The
   * check is due again if the platform reported something after it was asked.
   */
  async count(
    tx: Tx,
    { questId, userId, periodKey, platform, askedAt }: NewNegative,
    cooldownSeconds: number,
  ): Promise<{ negatives: number; until: Date } | undefined> {
    const cooldown = sql`make_interval(secs => ${cooldownSeconds})`;
    const [, counted] = await Promise.all([
      tx.execute(reportLock(userId, platform)),
      tx.row<{ negatives: number; until: Date }>(sql`
        INSERT INTO negative_check AS n (quest_id, user_id, period_key, negatives, checked_at, due_at)
        VALUES (${questId}, ${userId}, ${periodKey}, 1, now(), (
          SELECT now() FROM platform_report
          WHERE user_id = ${userId} AND platform = ${platform} AND reported_at >= ${askedAt ?? null}::timestamptz
        ))
        ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
        SET negatives = n.negatives + 1, checked_at = now(), due_at = coalesce(n.due_at, excluded.due_at),
          repeats = CASE WHEN n.due_at IS NULL THEN 0 ELSE n.repeats END
        WHERE ${cooldownSeconds} = 0 OR n.checked_at IS NULL OR n.checked_at + ${cooldown} <= now()
        RETURNING negatives, checked_at + ${cooldown} AS until`),
    ]);
    return counted;
  }

  /** Makes the earner's latest negative checks at quests of these types due, and those that are running. */
  async report(tx: Tx, userId: string, platform: string, taskTypeIds: readonly string[]): Promise<void> {
    await tx.execute(reportLock(userId, platform));
    await tx.execute(sql`
      INSERT INTO platform_report (user_id, platform, reported_at) VALUES (${userId}, ${platform}, clock_timestamp())
      ON CONFLICT (user_id, platform) DO UPDATE SET reported_at = excluded.reported_at`);
    await tx.execute(sql`
      UPDATE negative_check n SET due_at = now(), repeats = 0 FROM quest q
      WHERE n.user_id = ${userId} AND q.id = n.quest_id AND q.task_type_id = ANY (${taskTypeIds})
        AND n.checked_at > now() - make_interval(days => ${REPEATED_DAYS})`);
  }

  /** Leases the most overdue checks. The last try of one has no lease. */
  claimDue(limit: number): Promise<DueCheck[]> {
    return this.database.rows<DueCheck>(sql`
      WITH due AS (
        SELECT quest_id, user_id, period_key FROM negative_check
        WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE negative_check n
      SET repeats = n.repeats + 1,
        due_at = CASE WHEN n.repeats < ${MAX_REPEATS}
          THEN now() + make_interval(secs => ${LEASE_SECONDS} * 2 ^ n.repeats) END
      FROM due
      WHERE (n.quest_id, n.user_id, n.period_key) = (due.quest_id, due.user_id, due.period_key)
      RETURNING n.quest_id, n.user_id, n.period_key, n.due_at::text AS lease`);
  }

  /** Unless it has become due again since. */
  async endDue({ questId, userId, periodKey, lease }: DueCheck): Promise<void> {
    await this.database.execute(sql`
      UPDATE negative_check SET due_at = NULL
      WHERE quest_id = ${questId} AND user_id = ${userId} AND period_key = ${periodKey}
        AND due_at = ${lease}::timestamptz`);
  }

  /** The negative checks counted in a period. */
  async counted({ questId, userId, periodKey }: SubjectUser): Promise<number> {
    const row = await this.database.quick.row<{ negatives: number }>(sql`
      SELECT negatives FROM negative_check
      WHERE quest_id = ${questId} AND user_id = ${userId} AND period_key = ${periodKey}`);
    return row?.negatives ?? 0;
  }

  /** The quests at which the earner is in a cool-down. @param cooldowns seconds by quest id */
  cooling(userId: string, cooldowns: ReadonlyMap<string, number>): Promise<CoolingQuest[]> {
    return this.database.quick.rows<CoolingQuest>(sql`
      SELECT n.quest_id, max(n.checked_at + make_interval(secs => asked.seconds)) AS until
      FROM unnest(${[...cooldowns.keys()]}::uuid[], ${[...cooldowns.values()]}::integer[]) AS asked (quest_id, seconds)
      JOIN negative_check n ON n.quest_id = asked.quest_id AND n.user_id = ${userId}
      WHERE n.checked_at + make_interval(secs => asked.seconds) > now()
      GROUP BY n.quest_id`);
  }
}
