/**
 * A shared advisory lock that a migration holds while it waits for a table. Long-running readers look for it in
 * pg_locks, which every role may read, and end. The end of the session releases it.
 */
const [CLASS, ID] = [0, 1];

export const ANNOUNCE_MIGRATION_WAIT = `SELECT pg_advisory_lock_shared(${CLASS}, ${ID})`;

/** True while a migration waits for a table of this database. */
export const MIGRATION_WAITS = `
  SELECT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${CLASS} AND objid = ${ID} AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`;
