import { startTestService, type TestService } from '@questp/service-kit/testing';
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
});
