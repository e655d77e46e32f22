import { SECOND, addU64, mulU64 } from '@questp/std/assembly';

// Limits of the pauser, the same for factory and escrow (docs/guides/contracts.md, Escrow clock and pauses).

/** The pauser may pause once in this time (ns). */
const INTERVAL: u64 = 24 * 60 * 60 * SECOND;
/** All pauses of the pauser together may last as long as this many of the longest. */
const BUDGET_IN_PAUSES: u64 = 7;

/** True if the last pause of the pauser is less than 24 hours ago; `lastPauseAt` (block time, ns) is 0 before the first. */
export function isPausedTooRecently(lastPauseAt: u64, now: u64): bool {
  return lastPauseAt != 0 && now < addU64(lastPauseAt, INTERVAL);
}

/** Nanoseconds of all pauses of the pauser together. */
export function pauserBudget(maxPauseSecs: u32): u64 {
  return mulU64(BUDGET_IN_PAUSES * SECOND, maxPauseSecs);
}
