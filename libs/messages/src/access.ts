export * from './access/access-rule.js';
export * from './access/caller.js';
export * from './access/principals.js';
