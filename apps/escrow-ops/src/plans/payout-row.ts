import type { Payout, PayoutAddressSource, PayoutStatus } from '@questp/messages/escrow';
import type { ExcludedReason } from '@questp/messages/shared';
import { iso, namesOf } from '@questp/postgres';

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
  payer: string | null;
  batch: number | null;
  paidAt: Date | null;
}

export const PAYOUT_COLUMNS = namesOf<keyof PayoutRow>({
  rank: true,
  userId: true,
  points: true,
  address: true,
  addressSource: true,
  amount: true,
  excludedReason: true,
  status: true,
  txHash: true,
  payer: true,
  batch: true,
  paidAt: true,
});

export const toPayout = ({ paidAt, ...row }: PayoutRow): Payout => ({ ...row, paidAt: iso(paidAt) });
