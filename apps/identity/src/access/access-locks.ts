import { sql, type Sql } from '@questp/postgres';

// Advisory locks until the transaction ends, as expressions of a SELECT; granted in the order they were asked for.

/** For a change of operators. What they write is waited for, what comes later sees the change. */
export const operatorsLock: Sql = sql`pg_advisory_xact_lock(hashtextextended('operators', 0))`;

/** For what an operator writes. */
export const operatorsShareLock: Sql = sql`pg_advisory_xact_lock_shared(hashtextextended('operators', 0))`;

/** For a change of a project's API keys, or of who may make some. */
export const keysLock = (projectId: string): Sql =>
  sql`pg_advisory_xact_lock(hashtextextended('keys of ' || ${projectId}::text, 0))`;
