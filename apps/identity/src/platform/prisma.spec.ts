import { startIdentity, type TestIdentity } from '../identity.fixture.js';
import { PRISMA, type Prisma } from './prisma.js';

describe('Prisma', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  it.each(['userAccount', 'wallet', 'referral', 'admin', 'apiKey', 'auditEntry'] as const)(
    'knows the columns of %s as they are',
    async (model) => {
      const { [model]: table } = identity.get<Prisma>(PRISMA) as unknown as Record<
        string,
        { findMany(): Promise<unknown[]> }
      >;
      await expect(table?.findMany()).resolves.toBeInstanceOf(Array);
    },
  );
});
