import { CONFIG, HealthServer } from '@questp/service';
import { Database, type Authorize } from './database.js';

interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
}

/** Nest provider of a service's Database on its own schema, with a readiness check. */
export const databaseProvider = (schema: string, authorize?: Authorize) => ({
  provide: Database,
  inject: [CONFIG, HealthServer],
  useFactory: (config: DatabaseConfig, health: HealthServer): Database => {
    const db = new Database(config.DATABASE_URL, { schema, poolSize: config.DATABASE_POOL_SIZE, authorize });
    health.addCheck('postgres', () => db.isReady());
    return db;
  },
});
