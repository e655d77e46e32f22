import type { Payout, PayoutAddressSource, PayoutStatus } from '@questp/messages/escrow';
import type { ExcludedReason } from '@questp/messages/shared';
import { iso } from '@questp/postgres';

/** A row of the table `payout`, without its plan. */
export interface PayoutRow {
  rank: number;
  userId: string;
  /** bigint, as text. */
  points: string;
  address: string | null;
  addressSource: PayoutAddressSource | null;
  /** numeric, as text. */
  amount: string | null;
  excludedReason: ExcludedReason | null;
  status: PayoutStatus;
  txHash: string | null;
  batch: number | null;
  paidAt: Date | null;
}

export const PAYOUT_COLUMNS = [
  ...['rank', 'userId', 'points', 'address', 'addressSource', 'amount', 'excludedReason', 'status', 'txHash', 'batch'],
  'paidAt',
];

export const toPayout = ({ paidAt, ...row }: PayoutRow): Payout => ({ ...row, paidAt: iso(paidAt) });
