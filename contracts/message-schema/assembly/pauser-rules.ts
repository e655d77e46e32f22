import { SECOND, addU64, mulU64 } from '@questp/std/assembly';

// What limits the pauser of a factory and of an escrow alike (docs/guides/contracts.md, Escrow clock and pauses).

/** The pauser may pause once in this time (ns). */
const INTERVAL: u64 = 24 * 60 * 60 * SECOND;
/** All pauses of the pauser together may last as long as this many of the longest. */
const BUDGET_IN_PAUSES: u64 = 7;

/** Whether the pauser has paused too short a while ago; `lastPauseAt` (block time, ns) is 0 before the first pause. */
export function isPausedTooRecently(lastPauseAt: u64, now: u64): bool {
  return lastPauseAt != 0 && now < addU64(lastPauseAt, INTERVAL);
}

/** Nanoseconds of all pauses of the pauser together. */
export function pauserBudget(maxPauseSecs: u32): u64 {
  return mulU64(BUDGET_IN_PAUSES * SECOND, maxPauseSecs);
}
