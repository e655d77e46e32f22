import { CONFIG, Readiness } from '@questp/service';
import { Database, type Authorize } from './database.js';
import { SchemaCheck } from './schema-check.js';

interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
}

/** Nest provider of a service's Database with its own schema. */
export const databaseProvider = (schema: string, authorize?: Authorize) => ({
  provide: Database,
  inject: [CONFIG],
  useFactory: (config: DatabaseConfig): Database =>
    new Database(config.DATABASE_URL, { schema, poolSize: config.DATABASE_POOL_SIZE, authorize }),
});

/** Nest provider of the readiness check of its tables; `directory` has its migrations. */
export const schemaCheckProvider = (schema: string, directory: string) => ({
  provide: SchemaCheck,
  inject: [CONFIG, Readiness],
  useFactory: (config: DatabaseConfig, readiness: Readiness): SchemaCheck => {
    const check = new SchemaCheck(config.DATABASE_URL, schema, directory);
    readiness.addCheck('postgres', () => check.require());
    return check;
  },
});
