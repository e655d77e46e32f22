export * from './escrow/allocations.js';
export * from './escrow/chain-nodes.js';
export * from './escrow/distribution.js';
export * from './escrow/escrow-events.js';
export * from './escrow/escrow-state.js';
export * from './escrow/payout-plans.js';
