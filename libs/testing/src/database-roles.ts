import { serviceNamed } from '@questp/manifest';
import type { Client } from 'pg';

/** Of the local database, and of the role that owns it and the tables of all services. */
export const DATABASE_NAME = 'questp';

/** The role as which a service runs on this database; its rights are given by its command "migrate". */
export const roleOf = (service: string, database = DATABASE_NAME): string =>
  `${database}_${serviceNamed(service).schema}`;

/** Makes the role where it is missing, with no more rights than everybody has; its password is this one from now on. */
export async function ensureRole(client: Client, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (known.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
  await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
}

/** The address of the same database for another role. */
export function addressAs(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
