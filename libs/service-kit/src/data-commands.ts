import { replayCommand } from '@questp/events';
import { serviceNamed, type ServiceRow } from '@questp/manifest';
import { migrate, resetOwnSettings } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig, MIGRATE_CONFIG } from '@questp/service';
import type { OwnCommand } from './service-definition.js';
import { migrationsOf } from './migrations-of.js';

/**
 * Brings the service's tables and the rights of its role up to date, and resets what the role has set for its sessions.
 * Prints how many migrations were applied; warnings go to stderr.
 */
export async function migrateTables(row: ServiceRow, env = process.env): Promise<string> {
  const schema = schemaOf(row);
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = loadConfig(
    { DATABASE_URL: DATABASE_CONFIG.DATABASE_URL, MIGRATE_DATABASE_URL: MIGRATE_CONFIG.MIGRATE_DATABASE_URL },
    env,
  );
  const role = decodeURIComponent(new URL(DATABASE_URL).username);
  const reads = readSchemas(row);
  const applied = await migrate(MIGRATE_DATABASE_URL, schema, migrationsOf(row.name), { role, reads, report: warn });
  const settings = await resetOwnSettings(DATABASE_URL);
  if (settings !== null) warn(`The role ${role} had settings of its own (${settings}), which are reset now`);
  return `${row.name}: ${applied.length} migrations applied\n`;
}

const warn = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

export const replayEvents = (row: ServiceRow, args: string[]): Promise<void> =>
  replayCommand(row.name, schemaOf(row), args);

export const runOwn = (row: ServiceRow, { run }: OwnCommand, args: string[]): Promise<string> =>
  run(schemaOf(row), args);

const readSchemas = ({ reads = [] }: ServiceRow): string[] => reads.map((name) => schemaOf(serviceNamed(name)));

function schemaOf({ name, schema }: ServiceRow): string {
  if (schema === null) throw new Error(`${name} has no database`);
  return schema;
}
