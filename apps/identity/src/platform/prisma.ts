import { PrismaPg } from '@prisma/adapter-pg';
import { toAppError, type Database } from '@questp/postgres';
import { PrismaClient } from '../generated/prisma/client.js';

/** Prisma for reads, on the same pool as everything else; an unreachable database is SERVICE_UNAVAILABLE. */
export function createPrisma(db: Database) {
  return new PrismaClient({ adapter: new PrismaPg(db.pool, { schema: 'identity' }) }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toAppError(error);
        }),
    },
  });
}

export type Prisma = ReturnType<typeof createPrisma>;
/** Injection token. */
export const PRISMA = Symbol('prisma');
