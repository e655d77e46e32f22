import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import Postgrator from 'postgrator';

/**
 * Brings a service's schema up to date from prisma/migrations/<service>/NNN.do.<name>.sql, each in a transaction,
 * one migrator at a time. Fails when an applied file was changed since. Returns the names applied now.
 */
export async function migrate(databaseUrl: string, schema: string, directory: string): Promise<string[]> {
  if ((await readdir(directory)).length === 0) throw new Error(`No migrations in ${directory}`);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtextextended('questp.migrate', 0))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
    await client.query(`SET search_path = ${client.escapeIdentifier(schema)}`);
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${directory}/*.sql`,
      schemaTable: `${schema}.schema_version`,
      execQuery: async (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(`BEGIN;\n${script}\nCOMMIT;`).catch(async (error: unknown) => {
          await client.query('ROLLBACK');
          throw error;
        });
      },
    });
    return (await postgrator.migrate()).map(({ filename }) => filename);
  } finally {
    await client.end();
  }
}
