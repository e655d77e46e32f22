export { RestError } from './rest.js';
export { verifyAllocation } from './verify-allocation.js';
export { verifyEscrow, type Check, type EscrowClaim } from './verify-escrow.js';
