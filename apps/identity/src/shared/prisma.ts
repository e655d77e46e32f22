import { PrismaPg } from '@prisma/adapter-pg';
import { Database, LIKE_DATABASE } from '@questp/postgres';
import { PrismaClient } from '../generated/prisma/client.js';

/** Prisma client for reads, on the pool of the service. */
export const createPrisma = (db: Database) =>
  new PrismaClient({ adapter: new PrismaPg(db.pool, { schema: db.schema }) }).$extends(LIKE_DATABASE);

export type Prisma = ReturnType<typeof createPrisma>;
/** Injection token. */
export const PRISMA = Symbol('prisma');

export const prismaProvider = { provide: PRISMA, inject: [Database], useFactory: createPrisma };
