export * from './composite.js';
export * from './scalar.js';
export * from './text.js';
