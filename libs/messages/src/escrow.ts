export * from './escrow/escrow-state.js';
