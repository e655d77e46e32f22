import { readFile, writeFile } from 'node:fs/promises';
import { startTestServers } from '@questp/local-stack';
import { Database } from '@questp/postgres';
import { withColumns } from '@questp/service-kit/testing';
import { createTestDatabase } from '@questp/testing';

/** Services whose models have all columns of their tables, and their schemas. The spec shared/prisma-schema.spec.ts compares. */
const SCHEMAS = { 'quests-verify': 'quests' };

const servers = await startTestServers(process.cwd());
try {
  Object.assign(process.env, servers.env);
  for (const [service, schema] of Object.entries(SCHEMAS)) {
    const database = await createTestDatabase({ migrate: [service] });
    const db = new Database(database.url, { schema, poolSize: 1 });
    try {
      const path = `prisma/schema/${service}.prisma`;
      await writeFile(path, await withColumns(await readFile(path, 'utf8'), db));
    } finally {
      await db.onApplicationShutdown();
      await database.drop();
    }
  }
} finally {
  await servers.stop();
}
