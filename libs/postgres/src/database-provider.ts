import { CONFIG, HealthServer } from '@questp/service';
import { Database } from './database.js';

interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
}

/** Nest provider of a service's Database on its own schema, with a readiness check. */
export const databaseProvider = (schema: string) => ({
  provide: Database,
  inject: [CONFIG, HealthServer],
  useFactory: (config: DatabaseConfig, health: HealthServer): Database => {
    const db = new Database(config.DATABASE_URL, { schema, poolSize: config.DATABASE_POOL_SIZE });
    health.addCheck('postgres', () => db.isReady());
    return db;
  },
});
