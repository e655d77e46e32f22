export * from './escrow/distribution.js';
export * from './escrow/escrow-state.js';
