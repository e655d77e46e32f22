export * from './client.js';
export * from './follow.js';
export * from './problem-error.js';
export type { components, operations, paths } from './generated/schema.js';
