import { sql, type Sql } from '@questp/postgres';

/**
 * Expressions for a SELECT that lock a project's team until the transaction ends. Take them before any other lock. They
 * are advisory locks, so that a member who keeps writing cannot delay the removal of that member (see campaign-locks).
 */

/** Lock for a change of the team. Waits for running writes of members; later ones see the change. */
export const teamLock = (projectId: string): Sql => sql`exclusive_lock('team of ' || ${projectId}::text)`;

/** Lock for a write that requires a role in the project. */
export const teamShareLock = (projectId: string): Sql => sql`shared_lock('team of ' || ${projectId}::text)`;
