import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestService, withColumns, type TestService } from '@questp/service-kit/testing';
import { Prisma as Generated } from '../generated/prisma/client.js';
import { questsVerify } from '../service.js';
import { PRISMA } from './prisma.js';

type Models = Record<string, { findFirst(): Promise<unknown> }>;

describe('the Prisma schema', () => {
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(questsVerify);
  }, 60_000);
  afterAll(() => service.stop());

  it.each(Object.values(Generated.ModelName))('reads %s from the migrated tables', async (name) => {
    const member = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
    expect(await service.get<Models>(PRISMA)[member]?.findFirst()).toBeNull();
  });

  it('has every column of its tables: npx nx run docs:write-schemas', async () => {
    const schema = await readFile(join(import.meta.dirname, '../../../../prisma/schema/quests-verify.prisma'), 'utf8');
    expect(schema).toBe(await withColumns(schema, service.asOwner()));
  });
});
