import { started } from '@questp/testing';
import { startIdentity } from '../testing/identity.fixture.js';
import { PRISMA } from './prisma.js';

describe('Prisma', () => {
  const identity = started(startIdentity);

  it.each(['userAccount', 'wallet', 'referral', 'admin', 'apiKey', 'auditEntry'] as const)(
    'knows the columns of %s as they are',
    async (model) => {
      const models = identity.get<Record<string, { findMany(): Promise<unknown[]> }>>(PRISMA);
      await expect(models[model]?.findMany()).resolves.toBeInstanceOf(Array);
    },
  );
});
