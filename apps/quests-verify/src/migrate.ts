import { fileURLToPath } from 'node:url';
import { migrate } from '@questp/postgres';
import { DATABASE_CONFIG, failStart, loadConfig } from '@questp/service';
import { SCHEMA } from './platform/platform.module.js';

const directory = fileURLToPath(new URL('../../../prisma/migrations/quests-verify', import.meta.url));

try {
  const applied = await migrate(loadConfig(DATABASE_CONFIG).DATABASE_URL, SCHEMA, directory);
  process.stdout.write(`quests-verify: ${applied.length} migrations applied\n`);
} catch (error) {
  failStart('quests-verify migrate', error);
}
