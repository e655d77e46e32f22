import type { WalletChain } from '@questp/chains';
import {
  contractPayout,
  divideGroups,
  poolAmounts,
  settlement,
  type GroupShare,
  type PointsGroup,
  type PoolAmounts,
  type PoolTerms,
} from '@questp/escrow-client/payouts';
import type { ExcludedReason } from '@questp/messages/shared';
import { payoutAddress, type AddressesOfEarner, type PayoutAddress, type WalletChains } from './payout-address.js';

/** An earner with points in a campaign. */
export interface Earner extends AddressesOfEarner {
  userId: string;
  /** At least 1. */
  points: bigint;
  /** Time of the last credit that counts, as PostgreSQL writes it. */
  lastCreditAt: string;
  isSuspended: boolean;
  /** True for a member of the project's team. */
  isMember: boolean;
}

/** The terms of a pool, and the addresses that are not paid. */
export interface PlannedPool extends PoolTerms {
  /** Smaller payouts are not made. */
  minPayout: bigint;
  /** Maximum per earner that the team sets, besides `maxShareBps`; null: none. The contract does not enforce it. */
  maxPayout: bigint | null;
}

export interface ListInputs {
  chain: WalletChain;
  chains: WalletChains;
  /** Addresses that are never paid: those the team named and those of the contracts and their roles. */
  forbidden: ReadonlySet<string>;
}

/** The address at which an earner is paid, or the reason of the exclusion. */
export interface ListedEarner {
  userId: string;
  points: bigint;
  payout: PayoutAddress | null;
  excludedReason: ExcludedReason | null;
}

export interface DividedPool {
  pool: PoolAmounts;
  /** Of those who are paid, by points. */
  shares: GroupShare[];
  /** Number of payouts. */
  entries: number;
  total: bigint;
  /** The fee, and the rest that is returned to the owner after all payouts. */
  fee: bigint;
  leftover: bigint;
  /** True if the escrow pays each entry its planned amount. */
  isExact: boolean;
}

/**
 * Decides where an earner is paid, or why not. The first reason that applies excludes an earner: suspended,
 * project_member, no_payout_address, forbidden_address; then duplicate_address, which the whole list decides.
 */
export function listEarner(earner: Earner, { chain, chains, forbidden }: ListInputs): ListedEarner {
  const { userId, points } = earner;
  const payout = payoutAddress(earner, chain, chains) ?? null;
  return { userId, points, payout, excludedReason: exclusionOf(earner, payout, forbidden) };
}

/**
 * Divides a pool among the included earners of a list; below_min excludes those whose share is too small.
 *
 * The weights of the allocation are the amounts. They sum to the distributable amount, or are all the contract's cap, so
 * that `min(floor(weight * distributable / total), cap)` is the weight itself. `maxPayout` can break this if the pool is
 * more than it allows for everyone: the plan is then not exact, and the escrow cannot make these payouts.
 * @param groups of the included earners, the one with the most points first
 */
export function dividePool(groups: readonly PointsGroup[], terms: PlannedPool): DividedPool {
  const pool = poolAmounts(terms);
  const { maxPayout, minPayout } = terms;
  const shares = divideGroups(groups, {
    distributable: pool.distributable,
    cap: maxPayout === null || pool.cap < maxPayout ? pool.cap : maxPayout,
    min: minPayout > 1n ? minPayout : 1n,
  });
  const total = shares.reduce((sum, { amount, count, extra }) => sum + amount * BigInt(count) + BigInt(extra), 0n);
  const amounts = shares.flatMap(({ amount, count, extra }) => [
    ...(extra < count ? [amount] : []),
    ...(extra > 0 ? [amount + 1n] : []),
  ]);
  return {
    ...{ pool, shares, total, entries: shares.reduce((sum, { count }) => sum + count, 0) },
    ...settlement(pool, total),
    isExact: amounts.every((amount) => contractPayout(amount, total, pool) === amount),
  };
}

function exclusionOf(
  { isSuspended, isMember }: Earner,
  payout: PayoutAddress | null,
  forbidden: ReadonlySet<string>,
): ExcludedReason | null {
  if (isSuspended) return 'suspended';
  if (isMember) return 'project_member';
  if (payout === null) return 'no_payout_address';
  return forbidden.has(payout.address) ? 'forbidden_address' : null;
}
