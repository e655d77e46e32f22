import { Injectable } from '@nestjs/common';
import { Database, raw, sql } from '@questp/postgres';

/** A table with the columns `project_id`, `since` and `count`. */
type CountTable = 'signing_secret_test' | 'endpoint_calls';

const IS_OVER = sql`c.since <= now() - interval '1 minute'`;

/** Counts per project and minute, over all replicas. */
@Injectable()
export class MinuteCountsRepository {
  constructor(private readonly database: Database) {}

  /** Counts one; false if `max` are counted in this minute. */
  async admit(table: CountTable, projectId: string, max: number): Promise<boolean> {
    const admitted = await this.database.row(sql`
      INSERT INTO ${raw(table)} AS c (project_id, since, count) VALUES (${projectId}, now(), 1)
      ON CONFLICT (project_id) DO UPDATE SET
        since = CASE WHEN ${IS_OVER} THEN now() ELSE c.since END,
        count = CASE WHEN ${IS_OVER} THEN 1 ELSE c.count + 1 END
      WHERE ${IS_OVER} OR c.count < ${max}
      RETURNING count`);
    return admitted !== undefined;
  }

  /** Removes counts of past minutes. */
  purge(table: CountTable): Promise<number> {
    return this.database.execute(sql`DELETE FROM ${raw(table)} AS c WHERE ${IS_OVER}`);
  }
}
