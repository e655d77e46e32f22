export * from './app-error.js';
export * from './error-table.js';
export * from './field-error.js';
