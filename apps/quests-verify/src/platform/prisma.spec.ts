import { Database } from '@questp/postgres';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { Prisma as Generated } from '../generated/prisma/client.js';
import { SCHEMA } from './platform.module.js';
import { createPrisma, type Prisma } from './prisma.js';

interface Model {
  findFirst(): Promise<unknown>;
}

describe('the Prisma schema', () => {
  let database: TestDatabase;
  let db: Database;
  let prisma: Prisma;
  beforeAll(async () => {
    database = await createTestDatabase({ migrate: ['quests-verify'] });
    db = new Database(database.url, { schema: SCHEMA, poolSize: 2 });
    prisma = createPrisma(db);
  }, 60_000);
  afterAll(async () => {
    await db.onApplicationShutdown();
    await database.drop();
  });

  it.each(Object.values(Generated.ModelName))('reads %s from the migrated tables', async (name) => {
    const member = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
    const model = (prisma as unknown as Record<string, Model>)[member];
    expect(await model?.findFirst()).toBeNull();
  });
});
