export * from './tables/access-table.js';
export * from './tables/broadcasts.js';
export * from './tables/event-table.js';
export { AUDIENCE, WITH_TABLES } from './tables/events/event-row.js';
export * from './tables/limits.js';
export * from './tables/require-allowed.js';
