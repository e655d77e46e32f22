export * from './draw.js';
export * from './verify-draw.js';
