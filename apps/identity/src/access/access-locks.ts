import { sql, type Sql } from '@questp/postgres';

// Locks by name until the transaction ends, as expressions of a SELECT; granted in the order they were asked for.

/** For a change of operators. What they write is waited for, what comes later sees the change. */
export const operatorsLock: Sql = sql`exclusive_lock('operators')`;

/** For what an operator writes. */
export const operatorsShareLock: Sql = sql`shared_lock('operators')`;

/** For a change of a project's API keys, or of who may make some. */
export const keysLock = (projectId: string): Sql => sql`exclusive_lock('keys of ' || ${projectId}::text)`;
