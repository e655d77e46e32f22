import { Injectable } from '@nestjs/common';
import type { DailyLimitName } from '@questp/messages/tables';
import { found, sql, type Tx } from '@questp/postgres';

export interface CountedActions {
  userId: string;
  kind: DailyLimitName;
  /** Number of actions. */
  count: number;
}

/** What users did on the current UTC day. */
@Injectable()
export class DailyCountsRepository {
  /** Admits and counts the actions of a user, or returns false if they would be more than the limit. */
  async add(tx: Tx, { userId, kind, count }: CountedActions, max: number): Promise<boolean> {
    const before = sql`CASE WHEN d.day = excluded.day THEN d.count ELSE 0 END`;
    const admitted = await tx.row(sql`
      INSERT INTO daily_count AS d (user_id, kind, day, count)
      SELECT ${userId}, ${kind}, (now() AT TIME ZONE 'utc')::date, ${count}::integer
      WHERE ${count}::integer <= ${max}::integer
      ON CONFLICT (user_id, kind) DO UPDATE SET day = excluded.day, count = ${before} + excluded.count
      WHERE ${before} + excluded.count <= ${max}::integer
      RETURNING count`);
    return admitted !== undefined;
  }

  /** Until the next day. */
  async secondsLeft(tx: Tx): Promise<number> {
    const { seconds } = found(
      await tx.row<{ seconds: number }>(sql`
        SELECT ceil(extract(epoch FROM date_trunc('day', now(), 'utc') + interval '1 day' - now()))::integer AS seconds`),
    );
    return seconds;
  }
}
