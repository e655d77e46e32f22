/**
 * A shared advisory lock of the owner that a migration holds while it asks for a table again and again: whoever reads
 * long looks for it in pg_locks, which every role may read, and gives way. The end of the session releases it.
 */
const [CLASS, ID] = [0, 1];

export const TELL_MIGRATION_WAITS = `SELECT pg_advisory_lock_shared(${CLASS}, ${ID})`;

/** Whether a migration waits for a table of this database. */
export const MIGRATION_WAITS = `
  SELECT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${CLASS} AND objid = ${ID} AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`;
