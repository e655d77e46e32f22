export * from './database.js';
export * from './database-provider.js';
export * from './database-errors.js';
export * from './idempotency.js';
export * from './ids.js';
export * from './migrate.js';
export * from './paging.js';
export * from './statements.js';
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
