import type { Client } from 'pg';
import { OWN_VERSION_TABLE, SHARED_VERSION_TABLE } from './schema-versions.js';

/** Append-only tables, which a trigger of the same name protects: they can be read and added to. */
const APPEND_ONLY = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
  WHERE c.relnamespace = $1::regnamespace AND t.tgname = c.relname || '_append_only'`;

/** Tables of applied migrations, which the service may read. */
const VERSION_TABLES = [OWN_VERSION_TABLE, SHARED_VERSION_TABLE];

const LOCK_FUNCTIONS = ['exclusive_lock', 'shared_lock', 'try_lock'];

/** Views that a schema publishes for other services. */
const PUBLISHED = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = $1::regnamespace AND relkind = 'v' AND relname LIKE 'published\\_%'`;

/**
 * Grants the role of a service its rights on its own schema and revokes earlier ones: it reads and writes rows and adds
 * to append-only tables, and neither owns nor creates anything. Revokes access of others to the database as far as the
 * migrator owns it. Of the schemas in `reads` the role may read the published views. Throws a sentence for a role that
 * could act as the owner.
 */
export async function grantTo(
  client: Client,
  schema: string,
  role: string,
  reads: readonly string[] = [],
): Promise<void> {
  await requireOther(client, role);
  const [to, inSchema] = [client.escapeIdentifier(role), client.escapeIdentifier(schema)];
  const table = (name: string) => `${inSchema}.${client.escapeIdentifier(name)}`;
  const { rows } = await client.query<{ name: string }>(APPEND_ONLY, [inSchema]);
  for (const statement of [
    `REVOKE ALL ON SCHEMA ${inSchema} FROM PUBLIC, ${to}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${inSchema} FROM PUBLIC, ${to}`,
    `GRANT USAGE ON SCHEMA ${inSchema} TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${inSchema} TO ${to}`,
    ...rows.map(({ name }) => `REVOKE UPDATE, DELETE ON ${table(name)} FROM ${to}`),
    ...VERSION_TABLES.map((name) => `REVOKE INSERT, UPDATE, DELETE ON ${table(name)} FROM ${to}`),
    ...LOCK_FUNCTIONS.map((name) => `GRANT EXECUTE ON FUNCTION ${inSchema}.${name}(text) TO ${to}`),
  ]) {
    await client.query(statement);
  }
  for (const other of reads) await grantPublished(client, other, to);
  await closeDatabase(client, to);
}

/** Throws a sentence when the schema publishes nothing, because it has to be migrated first. */
async function grantPublished(client: Client, schema: string, to: string): Promise<void> {
  const inSchema = client.escapeIdentifier(schema);
  const exists = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  const { rows } = exists.rowCount === 0 ? { rows: [] } : await client.query<{ name: string }>(PUBLISHED, [inSchema]);
  if (rows.length === 0)
    throw new Error(`The schema ${schema} publishes nothing yet: migrate the service that owns it`);
  await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${inSchema} FROM ${to}`);
  await client.query(`GRANT USAGE ON SCHEMA ${inSchema} TO ${to}`);
  for (const { name } of rows)
    await client.query(`GRANT SELECT ON ${inSchema}.${client.escapeIdentifier(name)} TO ${to}`);
}

async function requireOther(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ acts: boolean }>(
    `SELECT pg_has_role(oid, current_user, 'MEMBER') AS acts FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (rows[0] === undefined) throw new Error(`There is no role ${role}, which DATABASE_URL names`);
  if (rows[0].acts)
    throw new Error(`The role ${role} in DATABASE_URL may act as the owner of the tables: give it less`);
}

async function closeDatabase(client: Client, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')`,
  );
  for (const { name } of rows) {
    await client.query(`REVOKE ALL ON DATABASE ${client.escapeIdentifier(name)} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(name)} TO ${to}`);
  }
}
