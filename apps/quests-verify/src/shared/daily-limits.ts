import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { DAILY_LIMITS, type DailyLimitName } from '@questp/messages/tables';
import { sql, found, type Tx } from '@questp/postgres';
import { CONFIG, currentContext } from '@questp/service';
import type { Config } from './config.js';

/** Limits on what a user creates and activates per UTC day. */
@Injectable()
export class DailyLimits {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Admits and counts an action of the caller, in the transaction that performs it.
   * @param count number of actions
   * @throws AppError RATE_LIMITED until the next day
   */
  async admit(tx: Tx, name: DailyLimitName, count = 1): Promise<void> {
    const principal = currentContext()?.access?.principal;
    if (principal?.family !== 'user' || count === 0) return;
    const most = this.config[DAILY_LIMITS[name].most];
    const before = sql`CASE WHEN d.day = excluded.day THEN d.count ELSE 0 END`;
    const admitted = await tx.row(sql`
      INSERT INTO daily_count AS d (user_id, kind, day, count)
      SELECT ${principal.userId}, ${name}, (now() AT TIME ZONE 'utc')::date, ${count}::integer
      WHERE ${count}::integer <= ${most}::integer
      ON CONFLICT (user_id, kind) DO UPDATE SET day = excluded.day, count = ${before} + excluded.count
      WHERE ${before} + excluded.count <= ${most}::integer
      RETURNING count`);
    if (admitted !== undefined) return;
    const { seconds } = found(
      await tx.row<{ seconds: number }>(sql`
        SELECT ceil(extract(epoch FROM date_trunc('day', now(), 'utc') + interval '1 day' - now()))::integer AS seconds`),
    );
    const detail = `${DAILY_LIMITS[name].what}: at most ${most} of one user on a day.`;
    throw new AppError('RATE_LIMITED', { retryAfter: seconds, detail });
  }
}
