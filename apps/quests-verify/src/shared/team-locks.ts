import { sql, type Sql } from '@questp/postgres';

/**
 * Locks of a project's team until the transaction ends, taken before anything else, as expressions of a SELECT.
 * By name, so that somebody who keeps writing cannot starve the removal of the own membership (see campaign-locks).
 */

/** Lock for a change of the team. Waits for running writes of members; later ones see the change. */
export const teamLock = (projectId: string): Sql => sql`exclusive_lock('team of ' || ${projectId}::text)`;

/** For a write that needs a role in the project. */
export const teamShareLock = (projectId: string): Sql => sql`shared_lock('team of ' || ${projectId}::text)`;
