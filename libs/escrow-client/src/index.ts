export {
  AllocationError,
  allocationLine,
  allocationSha256,
  allocationText,
  sortAllocation,
  type AllocationWeight,
} from './allocation.js';
export { allocationFile, readAllocationFile, type AllocationFile, type PlannedAllocation } from './allocation-file.js';
export {
  escrowLabel,
  escrowSalt,
  predictEscrowAddress,
  type CampaignAttempt,
  type EscrowSource,
} from './escrow-address.js';
export { instantiate2Address, type Instantiate2Source } from './instantiate2-address.js';
export { encodeTicket, signTicket, ticketDigest, verifyTicket, type SignedTicket } from './ticket.js';
