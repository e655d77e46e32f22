import { Global, Module } from '@nestjs/common';
import { Database, databaseProvider } from '@questp/postgres';
import { createPrisma, PRISMA } from './prisma.js';

export const SCHEMA = 'identity';

/** The database of the service: SQL through Database, reads through PRISMA. */
@Global()
@Module({
  providers: [databaseProvider(SCHEMA), { provide: PRISMA, inject: [Database], useFactory: createPrisma }],
  exports: [Database, PRISMA],
})
export class PlatformModule {}
