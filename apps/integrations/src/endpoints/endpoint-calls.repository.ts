import { Injectable } from '@nestjs/common';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql } from '@questp/postgres';
import { FactFailure } from '../description/platform-fact.js';

const IS_OVER = sql`c.since <= now() - interval '1 minute'`;

/** Calls of the endpoints of a project in the current minute, on all replicas. */
@Injectable()
export class EndpointCallsRepository {
  constructor(private readonly database: Database) {}

  /** Counts a call. @throws FactFailure after the limit; the check goes on when the minute is over */
  async admit(projectId: string): Promise<void> {
    const admitted = await this.database.row(sql`
      INSERT INTO endpoint_calls AS c (project_id, since, count) VALUES (${projectId}, now(), 1)
      ON CONFLICT (project_id) DO UPDATE SET
        since = CASE WHEN ${IS_OVER} THEN now() ELSE c.since END,
        count = CASE WHEN ${IS_OVER} THEN 1 ELSE c.count + 1 END
      WHERE ${IS_OVER} OR c.count < ${LIMITS.endpointCalls.max}
      RETURNING count`);
    if (admitted !== undefined) return;
    const spent = 'The endpoint of the project was called too often in this minute.';
    throw new FactFailure('unavailable', spent, new Date(Date.now() + 60_000));
  }

  /** Removes counts of past minutes. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM endpoint_calls AS c WHERE ${IS_OVER}`);
  }
}
