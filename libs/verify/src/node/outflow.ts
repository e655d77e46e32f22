import { type EscrowStatus } from './answers.js';

/** What left an escrow, as it counts itself. */
export const outflowOf = ({ paid_total, fee_paid, refunded_total }: EscrowStatus): bigint =>
  BigInt(paid_total) + BigInt(fee_paid) + BigInt(refunded_total);
