import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { measureDatabaseClock } from './database-clock.js';
import { OWN_SETTINGS } from './role-settings.js';

/** Migrations of the tables that every service has. This file is three folders below the root, also in a bundle. */
export const SHARED_DIRECTORY = fileURLToPath(new URL('../../../libs/postgres/migrations', import.meta.url));

/** Tables in which `migrate` records the service's own files, and the shared ones. */
export const OWN_VERSION_TABLE = 'schema_version';
export const SHARED_VERSION_TABLE = 'shared_schema_version';

/** Runs with the service's schema as the search path. */
const VERSIONS = `
  SELECT (SELECT max(version) FROM ${OWN_VERSION_TABLE})::int AS own,
    (SELECT max(version) FROM ${SHARED_VERSION_TABLE})::int AS shared, pg_is_in_recovery() AS standby,
    (SELECT min(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND NOT has_table_privilege(oid, 'SELECT')) AS hidden, (${OWN_SETTINGS}) AS settings,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;

interface Versions {
  own: number | null;
  shared: number | null;
  standby: boolean;
  /** A table that the role may not read; null: none. */
  hidden: string | null;
  /** Settings that the role stored for its later sessions; null: none. */
  settings: string | null;
  /** The clock of PostgreSQL, in milliseconds since 1970. */
  nowMs: number;
}

interface Asked {
  query(text: string): Promise<{ rows: Versions[] }>;
}

/** The number of the newest file NNN.do.<name>.sql; 0 without one. */
async function newest(directory: string): Promise<number> {
  const files = await readdir(directory);
  return Math.max(0, ...files.map((file) => Number(/^(\d+)\.do\./.exec(file)?.[1] ?? 0)));
}

/** Versions of the service's own tables, and of the shared ones. */
export interface NeededVersions {
  own: number;
  shared: number;
}

/** Versions that a program requires; `directory` has its own migrations. */
export async function neededVersions(directory: string): Promise<NeededVersions> {
  const [own, shared] = await Promise.all([newest(directory), newest(SHARED_DIRECTORY)]);
  return { own, shared };
}

/**
 * Measures the clock of the database. Throws a sentence unless the role can read the tables and they are at least as
 * new as the program requires; they may be newer, because migrations run before the new program starts. Errors of the
 * database itself are thrown unchanged.
 */
export async function requireVersions(database: Asked, { own, shared }: NeededVersions): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await database.query(VERSIONS);
  const [found] = rows;
  if (found !== undefined) measureDatabaseClock(askedAt, found.nowMs, performance.now());
  if (found === undefined || (found.own ?? 0) < own || (found.shared ?? 0) < shared) {
    throw new Error(
      `The tables are at version ${found?.own ?? 0}/${found?.shared ?? 0}, this program needs ${own}/${shared}: run migrate`,
    );
  }
  if (found.hidden !== null) throw new Error(`The role in DATABASE_URL may not read ${found.hidden}: run migrate`);
  if (found.settings !== null)
    throw new Error(`The role in DATABASE_URL has settings of its own (${found.settings}): run migrate`);
  if (found.standby) throw new Error('The database in DATABASE_URL is a standby, which takes no writes');
}
