import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';

/** Queues of all projects together. */
@Injectable()
export class QueuesRepository {
  constructor(private readonly database: Database) {}

  async inReview(): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM submission WHERE status = 'in_review'`,
    );
    return row?.count ?? 0;
  }

  /** Age of the oldest pending submission in seconds; 0: none. */
  async pendingAge(): Promise<number> {
    const row = await this.database.row<{ age: number | null }>(
      sql`SELECT extract(epoch FROM now() - min(since))::float8 AS age FROM pending_check`,
    );
    return row?.age ?? 0;
  }
}
