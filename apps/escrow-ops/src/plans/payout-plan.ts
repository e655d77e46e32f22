import type { WalletChain } from '@questp/chains';
import {
  contractPayout,
  divide,
  poolAmounts,
  settlement,
  type PoolAmounts,
  type PoolTerms,
} from '@questp/escrow-client/payouts';
import type { ExcludedReason } from '@questp/messages/escrow';
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

export interface PlanInputs {
  /** By rank. */
  earners: readonly Earner[];
  pool: PlannedPool;
  chain: WalletChain;
  chains: WalletChains;
  /** Addresses that are never paid: those the team named and those of the contracts and their roles. */
  forbidden: ReadonlySet<string>;
}

/** Payout of an earner, or why there is none. */
export interface PlannedRow {
  userId: string;
  points: bigint;
  payout: PayoutAddress | null;
  /** Also the weight in the allocation. Null: excluded. */
  amount: bigint | null;
  excludedReason: ExcludedReason | null;
}

export interface PayoutPlan {
  pool: PoolAmounts;
  /** In the order of the earners. */
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
 * Plans the payouts of a campaign. Depends on nothing but its inputs.
 *
 * The first reason that applies excludes an earner: suspended, project_member, no_payout_address, forbidden_address,
 * duplicate_address, below_min. Of earners with the same address, one gets the payout: an address that was chosen
 * precedes a linked wallet, which precedes a derived address; then the higher rank decides.
 *
 * The weights of the allocation are the amounts. They sum to the distributable amount, or are all the contract's cap, so
 * that `min(floor(weight * distributable / total), cap)` is the weight itself. `maxPayout` can break this if the pool is
 * more than it allows for everyone: the plan is then not exact, and the escrow cannot make these payouts.
 */
export function planPayouts({ earners, pool: terms, chain, chains, forbidden }: PlanInputs): PayoutPlan {
  const pool = poolAmounts(terms);
  const payouts = earners.map((earner) => payoutAddress(earner, chain, chains));
  const reasons = earners.map((earner, index) => exclusionOf(earner, payouts[index], forbidden));
  for (const index of duplicates(payouts, reasons)) reasons[index] = 'duplicate_address';

  const claimants = earners.flatMap(({ points }, index) => {
    const payout = payouts[index];
    return reasons[index] === null && payout ? [{ points, address: payout.address }] : [];
  });
  const { maxPayout, minPayout } = terms;
  const amounts = divide(claimants, {
    distributable: pool.distributable,
    cap: maxPayout === null || pool.cap < maxPayout ? pool.cap : maxPayout,
    min: minPayout > 1n ? minPayout : 1n,
  });

  const rows = earners.map(({ userId, points }, index): PlannedRow => {
    const payout = payouts[index] ?? null;
    const reason = reasons[index] ?? null;
    const amount = (reason === null && payout && amounts.get(payout.address)) || null;
    return { userId, points, payout, amount, excludedReason: reason ?? (amount === null ? 'below_min' : null) };
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
  payout: PayoutAddress | undefined,
  forbidden: ReadonlySet<string>,
): ExcludedReason | null {
  if (isSuspended) return 'suspended';
  if (isMember) return 'project_member';
  if (payout === undefined) return 'no_payout_address';
  return forbidden.has(payout.address) ? 'forbidden_address' : null;
}

const SOURCES = ['manual', 'wallet', 'derived'] as const;

/** Earners whose address another one has with precedence. */
function duplicates(
  payouts: readonly (PayoutAddress | undefined)[],
  reasons: readonly (ExcludedReason | null)[],
): number[] {
  const taken = new Set<string>();
  const found: number[] = [];
  for (const source of SOURCES) {
    payouts.forEach((payout, index) => {
      if (payout?.source !== source || reasons[index] !== null) return;
      if (taken.has(payout.address)) found.push(index);
      else taken.add(payout.address);
    });
  }
  return found;
}
