import { Global, Module } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { CONFIG, HealthServer } from '@questp/service';
import type { Config } from './config.js';
import { createPrisma, PRISMA } from './prisma.js';

export const SCHEMA = 'identity';

/** The database of the service: SQL through Database, reads through PRISMA. */
@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [CONFIG, HealthServer],
      useFactory: (config: Config, health: HealthServer) => {
        const db = new Database(config.DATABASE_URL, { schema: SCHEMA, poolSize: config.DATABASE_POOL_SIZE });
        health.addCheck('postgres', () => db.isReady());
        return db;
      },
    },
    { provide: PRISMA, inject: [Database], useFactory: createPrisma },
  ],
  exports: [Database, PRISMA],
})
export class PlatformModule {}
