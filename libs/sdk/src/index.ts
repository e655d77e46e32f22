export * from './client.js';
export { exportedText } from './exported-text.js';
export * from './follow.js';
export { ProblemError, unwrap, type Problem, type ProblemCode } from './problem-error.js';
export type { components, operations, paths } from './generated/schema.js';
