import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { Client } from 'pg';
import Postgrator from 'postgrator';

/**
 * Brings a service's schema up to date from prisma/migrations/<service>/NNN.do.<name>.sql, one migrator at a time, all
 * in one transaction: a failing file leaves the schema as it was. Fails when an applied file was changed since.
 * Returns the names applied now.
 */
export async function migrate(databaseUrl: string, schema: string, directory: string): Promise<string[]> {
  if ((await readdir(directory)).length === 0) throw new Error(`No migrations in ${directory}`);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  let current = '';
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('questp.migrate', 0))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
    await client.query(`SET search_path = ${client.escapeIdentifier(schema)}`);
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${literalGlob(directory)}/*.sql`,
      schemaTable: `${schema}.schema_version`,
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(script);
      },
    });
    postgrator.on('validation-started', ({ filename }) => (current = basename(filename)));
    postgrator.on('migration-started', ({ filename }) => (current = basename(filename)));
    const applied = await postgrator.migrate();
    await client.query('COMMIT');
    return applied.map(({ filename }) => filename);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${current || directory}: ${message}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** A path in which no character means something to glob. */
const literalGlob = (path: string): string => path.replace(/[[\]()*?]/g, '[$&]');
