import type { Payout, PayoutAddressSource, PayoutStatus } from '@questp/messages/escrow';
import type { ExcludedReason } from '@questp/messages/shared';
import { iso } from '@questp/postgres';
import type { ListedEarner } from './payout-plan.js';

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

/** The earner as listed, before the pool was divided. */
export const toListedEarner = ({
  userId,
  points,
  address,
  addressSource,
  excludedReason,
}: PayoutRow): ListedEarner => ({
  ...{ userId, points: BigInt(points) },
  payout: address === null || addressSource === null ? null : { address, source: addressSource },
  excludedReason: excludedReason === 'below_min' ? null : excludedReason,
});
