import type { WalletChain } from '@questp/chains';
import {
  contractPayout,
  divide,
  poolAmounts,
  settlement,
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
  isSuspended: boolean;
  /** Of the team of the campaign's project. */
  isMember: boolean;
}

/** The terms of a pool, and who gets nothing or no more of it. */
export interface PlannedPool extends PoolTerms {
  /** Smaller payouts are not made. */
  minPayout: bigint;
  /** Maximum per earner that the team sets, besides `maxShareBps`; null: none. The contract does not know it. */
  maxPayout: bigint | null;
}

export interface ListInputs {
  /** By rank. */
  earners: readonly Earner[];
  chain: WalletChain;
  chains: WalletChains;
  /** Addresses that are never paid: those the team named and those of the contracts and their roles. */
  forbidden: ReadonlySet<string>;
}

/** An earner of the list that a pool is divided among. */
export interface ListedEarner {
  userId: string;
  points: bigint;
  payout: PayoutAddress | null;
  excludedReason: ExcludedReason | null;
}

/** Payout of an earner, or why there is none. */
export interface PlannedRow extends ListedEarner {
  /** Also the weight in the allocation. Null: excluded. */
  amount: bigint | null;
}

export interface PayoutPlan {
  pool: PoolAmounts;
  /** In the order of the list. */
  rows: PlannedRow[];
  /** Number of payouts. */
  entries: number;
  total: bigint;
  /** Fee and what goes back to the owner when every payout is made. */
  fee: bigint;
  leftover: bigint;
  /** True if the escrow pays each entry its planned amount. */
  isExact: boolean;
}

/**
 * Lists where each earner is paid, or why not. The first reason that applies excludes an earner: suspended,
 * project_member, no_payout_address, forbidden_address, duplicate_address. Of earners with the same address, one is paid:
 * an address that was chosen precedes a linked wallet, which precedes a derived address; then the higher rank decides.
 */
export function listEarners({ earners, chain, chains, forbidden }: ListInputs): ListedEarner[] {
  const list = earners.map((earner): ListedEarner => {
    const payout = payoutAddress(earner, chain, chains) ?? null;
    const excludedReason = exclusionOf(earner, payout, forbidden);
    return { userId: earner.userId, points: earner.points, payout, excludedReason };
  });
  for (const duplicate of duplicates(list)) duplicate.excludedReason = 'duplicate_address';
  return list;
}

/**
 * Divides a pool among the earners of a list; below_min excludes those whose share is too small.
 *
 * The weights of the allocation are the amounts. They sum to the distributable amount, or are all the contract's cap, so
 * that `min(floor(weight * distributable / total), cap)` is the weight itself. `maxPayout` can break this if the pool is
 * more than it allows for everyone: the plan is then not exact, and the escrow cannot make these payouts.
 */
export function dividePool(list: readonly ListedEarner[], terms: PlannedPool): PayoutPlan {
  const pool = poolAmounts(terms);
  const { maxPayout, minPayout } = terms;
  const claimants = list.flatMap(({ points, payout, excludedReason }) =>
    payout === null || excludedReason !== null ? [] : [{ points, address: payout.address }],
  );
  const amounts = divide(claimants, {
    distributable: pool.distributable,
    cap: maxPayout === null || pool.cap < maxPayout ? pool.cap : maxPayout,
    min: minPayout > 1n ? minPayout : 1n,
  });
  const rows = list.map((earner): PlannedRow => {
    const { payout, excludedReason } = earner;
    if (payout === null || excludedReason !== null) return { ...earner, amount: null };
    const amount = amounts.get(payout.address) ?? null;
    return { ...earner, amount, excludedReason: amount === null ? 'below_min' : null };
  });
  const paid = [...amounts.values()];
  const total = paid.reduce((sum, amount) => sum + amount, 0n);
  return {
    ...{ pool, rows, total, entries: paid.length },
    ...settlement(pool, total),
    isExact: paid.every((amount) => contractPayout(amount, total, pool) === amount),
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

const SOURCES = ['manual', 'wallet', 'derived'] as const;

/** Earners whose address another one has with precedence. */
function duplicates(list: readonly ListedEarner[]): ListedEarner[] {
  const taken = new Set<string>();
  return SOURCES.flatMap((source) =>
    list.filter(({ payout, excludedReason }) => {
      if (payout?.source !== source || excludedReason !== null) return false;
      const isTaken = taken.has(payout.address);
      taken.add(payout.address);
      return isTaken;
    }),
  );
}
