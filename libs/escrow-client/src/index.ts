export {
  AllocationError,
  allocationSha256,
  allocationText,
  sortAllocation,
  type AllocationWeight,
} from './allocation.js';
export {
  ALLOCATION_HEAD,
  allocationFile,
  readAllocationFile,
  type AllocationFile,
  type PlannedAllocation,
} from './allocation-file.js';
export {
  escrowLabel,
  escrowSalt,
  predictEscrowAddress,
  type CampaignAttempt,
  type EscrowSource,
} from './escrow-address.js';
export { instantiate2Address, type Instantiate2Source } from './instantiate2-address.js';
export { RestError, smartQuery } from './rest.js';
export { encodeTicket, readTicket, signTicket, ticketDigest, verifyTicket, type SignedTicket } from './ticket.js';
export { fetchAllocation, verifyAllocation } from './verify-allocation.js';
export { verifyEscrow, type Check, type EscrowClaim } from './verify-escrow.js';
