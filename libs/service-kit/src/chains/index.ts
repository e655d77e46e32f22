export { ChainRegistry, chainRegistry } from './chain-registry.js';
export { requireEscrow } from './require-escrow.js';
