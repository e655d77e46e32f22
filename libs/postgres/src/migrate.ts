import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { Client } from 'pg';
import Postgrator from 'postgrator';
import { grantTo } from './grants.js';
import { OWN_VERSION_TABLE, SHARED_DIRECTORY, SHARED_VERSION_TABLE } from './schema-versions.js';

/**
 * Brings a service's schema up to date: the service's own files NNN.do.<name>.sql in `directory`, then the shared ones
 * of libs/postgres/migrations. One migrator at a time, all in one transaction: a failing file leaves the schema as it
 * was. Fails when an applied file was changed since. The tables belong to the role of `databaseUrl`; `role`, as which the
 * service runs, gets what it needs, and what the schemas in `reads` publish. Returns the names applied now.
 */
export async function migrate(
  databaseUrl: string,
  schema: string,
  directory: string,
  role?: string,
  reads?: readonly string[],
): Promise<string[]> {
  if ((await readdir(directory)).length === 0) throw new Error(`No migrations in ${directory}`);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  let current = '';
  const apply = async (from: string, versionTable: string): Promise<string[]> => {
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${literalGlob(from)}/*.sql`,
      schemaTable: `${schema}.${versionTable}`,
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(script);
      },
    });
    postgrator.on('validation-started', ({ filename }) => (current = basename(filename)));
    postgrator.on('migration-started', ({ filename }) => (current = basename(filename)));
    return (await postgrator.migrate()).map(({ filename }) => filename);
  };
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('questp.migrate', 0))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
    await client.query(`SET search_path = ${client.escapeIdentifier(schema)}`);
    const own = await apply(directory, OWN_VERSION_TABLE);
    const shared = await apply(SHARED_DIRECTORY, SHARED_VERSION_TABLE);
    current = '';
    if (role !== undefined) await grantTo(client, schema, role, reads);
    await client.query('COMMIT');
    return [...own, ...shared];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(current === '' ? message : `${current}: ${message}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** A path in which no character means something to glob. */
const literalGlob = (path: string): string => path.replace(/[[\]()*?]/g, '[$&]');
