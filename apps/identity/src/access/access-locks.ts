import { sql, type Sql } from '@questp/postgres';

// Transaction-level locks by name, as expressions of a SELECT; granted in the order of the requests.

/** Lock for changes of operators: waits for their running writes, and makes later writes see the change. */
export const operatorsLock: Sql = sql`exclusive_lock('operators')`;

/** Lock for writes by an operator. */
export const operatorsShareLock: Sql = sql`shared_lock('operators')`;

/** Lock for changes of a project's API keys, or of the users who may create them. */
export const keysLock = (projectId: string): Sql => sql`exclusive_lock('keys of ' || ${projectId}::text)`;
