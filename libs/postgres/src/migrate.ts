import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import Postgrator from 'postgrator';
import { connectClient } from './connect-client.js';
import { isRetryable, sqlState } from './database-errors.js';
import { grantTo } from './grants.js';
import { LockHolders } from './lock-holders.js';
import { openRights } from './role-check.js';
import { OWN_VERSION_TABLE, SHARED_DIRECTORY, SHARED_VERSION_TABLE } from './schema-versions.js';

/**
 * Maximum wait for one lock. Reads queue behind a waiting statement; this is well below their own timeout (Database: 5
 * s).
 */
const LOCK_MS = 1_000;
/** Delay between two tries, doubled each time up to the maximum. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** Maximum time from the first try to the last. */
const PATIENCE_MS = 5 * 60_000;

export interface MigrateOptions {
  /** Role of the service. It receives its rights, including the published views of the schemas in `reads`. */
  role?: string;
  reads?: readonly string[];
  /** Receives progress and warnings: what the migration waits for, and what the role could do beyond its service. */
  report?: (sentence: string) => void;
  patienceMs?: number;
}

/**
 * Applies the migrations of a service: its own files NNN.do.<name>.sql in `directory`, then the shared ones of
 * libs/postgres/migrations. One migrator at a time, all files in one transaction: if one fails, the schema stays as it
 * was. If a lock is not granted soon, the transaction is rolled back and everything is tried again. Fails when an
 * applied file has changed. The role of `databaseUrl` owns the tables. Returns the names of the applied files.
 */
export async function migrate(
  databaseUrl: string,
  schema: string,
  directory: string,
  { role, reads, report = () => undefined, patienceMs = PATIENCE_MS }: MigrateOptions = {},
): Promise<string[]> {
  if ((await readdir(directory)).length === 0) throw new Error(`No migrations in ${directory}`);
  const client = await connectClient(databaseUrl);
  let holders: LockHolders | undefined;
  try {
    const until = performance.now() + patienceMs;
    for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      const { applied, error } = await tryOnce(client, { schema, directory, role, reads });
      if (error === undefined) {
        if (role !== undefined) for (const sentence of await openRights(client, role)) report(sentence);
        return applied;
      }
      holders ??= await LockHolders.watch(databaseUrl, await pidOf(client));
      const sentence = `${holders.sentence()}: ${error.message}`;
      if (performance.now() + pause > until) throw new Error(sentence, { cause: error });
      report(`${sentence}; trying again`);
      await sleep(pause);
    }
  } finally {
    await holders?.close();
    await client.end();
  }
}

async function pidOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

interface Work {
  schema: string;
  directory: string;
  role: string | undefined;
  reads: readonly string[] | undefined;
}

/** Returns the error of a lock that was not granted, and throws every other one. */
async function tryOnce(client: Client, work: Work): Promise<{ applied: string[]; error?: Error }> {
  let current = '';
  const apply = async (from: string, versionTable: string): Promise<string[]> => {
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${literalGlob(from)}/*.sql`,
      schemaTable: `${work.schema}.${versionTable}`,
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(script);
      },
    });
    postgrator.on('validation-started', ({ filename }) => (current = basename(filename)));
    postgrator.on('migration-started', ({ filename }) => (current = basename(filename)));
    return (await postgrator.migrate()).map(({ filename }) => filename);
  };
  const inSchema = client.escapeIdentifier(work.schema);
  try {
    await client.query('BEGIN');
    // Waits for another migrator to end.
    await client.query(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('questp.migrate', 0))`);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${inSchema}`);
    await client.query(`SET LOCAL search_path = ${inSchema}`);
    const own = await apply(work.directory, OWN_VERSION_TABLE);
    const shared = await apply(SHARED_DIRECTORY, SHARED_VERSION_TABLE);
    current = '';
    if (work.role !== undefined) await grantTo(client, work.schema, work.role, work.reads);
    await client.query('COMMIT');
    return { applied: [...own, ...shared] };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const message = error instanceof Error ? error.message : String(error);
    const named = new Error(current === '' ? message : `${current}: ${message}`, { cause: error });
    if (isLockLost(error)) return { applied: [], error: named };
    throw named;
  }
}

/** lock_not_available, deadlock_detected */
const isLockLost = (error: unknown): boolean => sqlState(error) === '55P03' || isRetryable(error);

/** Escapes the characters with a meaning in glob patterns. */
const literalGlob = (path: string): string => path.replace(/[[\]()*?]/g, '[$&]');
