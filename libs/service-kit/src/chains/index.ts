export { ChainRegistry, chainRegistry } from './chain-registry.js';
export { requireEscrow, requireReleasedEscrow, type EscrowChain } from './require-escrow.js';
