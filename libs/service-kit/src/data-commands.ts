import { replayCommand } from '@questp/events';
import { serviceNamed, type ServiceRow } from '@questp/manifest';
import { migrate } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig, MIGRATE_CONFIG } from '@questp/service';
import type { OwnCommand } from './define-service.js';
import { migrationsOf } from './migrations-of.js';

/** Brings the service's tables and the rights of its role up to date and tells how many migrations that took. */
export async function migrateTables(row: ServiceRow): Promise<string> {
  const schema = schemaOf(row);
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = loadConfig({
    DATABASE_URL: DATABASE_CONFIG.DATABASE_URL,
    MIGRATE_DATABASE_URL: MIGRATE_CONFIG.MIGRATE_DATABASE_URL,
  });
  const role = decodeURIComponent(new URL(DATABASE_URL).username);
  const applied = await migrate(MIGRATE_DATABASE_URL, schema, migrationsOf(row.name), role, readSchemas(row));
  return `${row.name}: ${applied.length} migrations applied\n`;
}

export const replayEvents = (row: ServiceRow, args: string[]): Promise<void> =>
  replayCommand(row.name, schemaOf(row), args);

export const runOwn = (row: ServiceRow, { run }: OwnCommand, args: string[]): Promise<string> =>
  run(schemaOf(row), args);

const readSchemas = ({ reads = [] }: ServiceRow): string[] => reads.map((name) => schemaOf(serviceNamed(name)));

function schemaOf({ name, schema }: ServiceRow): string {
  if (schema === null) throw new Error(`${name} has no database`);
  return schema;
}
