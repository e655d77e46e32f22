import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unsafeStatements } from './unsafe-statements.js';

/** Written before there was this check. Applied files never change. */
export const EXEMPT: ReadonlySet<string> = new Set([
  'libs/postgres/migrations/002.do.parked-outbox.sql',
  'prisma/migrations/escrow-ops/003.do.opened-at.sql',
  'prisma/migrations/escrow-ops/038.do.unused-tickets.sql',
  'prisma/migrations/identity/012.do.two-factor.sql',
  'prisma/migrations/identity/026.do.concurrent-email-codes.sql',
  'prisma/migrations/integrations/023.do.photosite.sql',
  'prisma/migrations/quests-verify/002.do.verification.sql',
  'prisma/migrations/quests-verify/034.do.board-folding.sql',
]);

/** The migrations of all services, and those of the tables that every service has. */
export function migrationFiles(root: string): string[] {
  const services = readdirSync(join(root, 'prisma/migrations')).map((name) => `prisma/migrations/${name}`);
  return [...services, 'libs/postgres/migrations'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  );
}

/** A line for each statement that the previous version does not tolerate. */
export async function unsafeMigrations(root: string, files = migrationFiles(root), exempt = EXEMPT): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files.filter((name) => !exempt.has(name))) {
    const found = await unsafeStatements(readFileSync(join(root, file), 'utf8'));
    lines.push(...found.map(({ line, reason }) => `${file}:${line} ${reason}`));
  }
  return lines;
}
