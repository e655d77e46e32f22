import { fileURLToPath } from 'node:url';
import { replayCommand } from '@questp/events';
import type { ServiceRow } from '@questp/manifest';
import { migrate } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig } from '@questp/service';

/** Brings the service's tables up to date and tells how many migrations that took. */
export async function migrateTables(row: ServiceRow): Promise<string> {
  const schema = schemaOf(row);
  const directory = fileURLToPath(new URL(`../../../prisma/migrations/${row.name}`, import.meta.url));
  const applied = await migrate(loadConfig(DATABASE_CONFIG).DATABASE_URL, schema, directory);
  return `${row.name}: ${applied.length} migrations applied\n`;
}

export const replayEvents = (row: ServiceRow, args: string[]): Promise<void> =>
  replayCommand(row.name, schemaOf(row), args);

function schemaOf({ name, schema }: ServiceRow): string {
  if (schema === null) throw new Error(`${name} has no database`);
  return schema;
}
