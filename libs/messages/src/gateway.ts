export * from './gateway/live.js';
export * from './gateway/namespaces.js';
