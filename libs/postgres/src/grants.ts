import type { Client } from 'pg';
import { OWN_VERSION_TABLE, SHARED_VERSION_TABLE } from './schema-versions.js';

/** Tables that a trigger named after them keeps as they are; what is in them is only read and added to. */
const APPEND_ONLY = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
  WHERE c.relnamespace = $1::regnamespace AND t.tgname = c.relname || '_append_only'`;

/** What was applied; the service may look. */
const VERSION_TABLES = [OWN_VERSION_TABLE, SHARED_VERSION_TABLE];

/**
 * Gives the role of a service its rights on the service's own schema, and takes what it had there before: it reads and
 * writes rows, adds to append-only tables, and neither owns nor makes anything. Nobody else may use the database, as far
 * as we own it. Throws a sentence for a role that could act as the owner.
 */
export async function grantTo(client: Client, schema: string, role: string): Promise<void> {
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
  ]) {
    await client.query(statement);
  }
  await closeDatabase(client, to);
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
