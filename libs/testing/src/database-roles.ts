import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNamed } from '@questp/manifest';
import type { Client } from 'pg';
import { workspaceRoot } from './services.js';

/** Names of the local database, and of the role that owns it and the tables of all services. */
export const DATABASE_NAME = 'questp';

/** Role of a service on this database; the command "migrate" of the service grants its rights. */
export const roleOf = (service: string, database = DATABASE_NAME): string =>
  `${database}_${serviceNamed(service).schema}`;

/** Creates the role if it is missing, without rights. Sets its password and connection limit (-1: none). */
export async function ensureRole(client: Client, name: string, password: string, connections = -1): Promise<void> {
  const role = client.escapeIdentifier(name);
  const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (known.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
  await client.query(
    `ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)} CONNECTION LIMIT ${Math.trunc(connections)}`,
  );
}

/** Revokes from the roles, as a superuser, what PostgreSQL grants to every role. */
export async function closeDatabase(client: Client): Promise<void> {
  await client.query(await readFile(join(workspaceRoot, 'docker/close-database.sql'), 'utf8'));
}

/** The URL of the same database for another role. */
export function addressAs(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
