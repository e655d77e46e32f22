import { SECOND, addU64, mulU64, subU64 } from '@questp/std/assembly';
import { EscrowError, refusal } from '@questp/message-schema/assembly';
import { ClockRecord } from '../clock/clock-record';
import { ACCEPTED } from '../roles/roles';

/** The pauser may pause once in this time (ns). */
const INTERVAL: u64 = 24 * 60 * 60 * SECOND;
/** All pauses of the pauser together may last as long as this many of the longest. */
const BUDGET_IN_PAUSES: u64 = 7;

/** Nanoseconds the pauser can still spend; all of a running pause counts as used. */
export function pauserBudgetLeft(record: ClockRecord, maxPauseSecs: u32): u64 {
  const budget = mulU64(BUDGET_IN_PAUSES * SECOND, maxPauseSecs);
  return subU64(budget, min(record.pauserUsed, budget));
}

/** Takes a pause from the pauser's allowance, or refuses. */
export function spendPauserAllowance(record: ClockRecord, now: u64, until: u64, maxPauseSecs: u32): usize {
  if (record.pauserPausedAt && now < addU64(record.pauserPausedAt, INTERVAL)) {
    return refusal(EscrowError.PauseRateLimited);
  }
  if (until - now > pauserBudgetLeft(record, maxPauseSecs)) return refusal(EscrowError.PauseBudgetExhausted);
  record.pauserUsed = addU64(record.pauserUsed, until - now);
  record.pauserPausedAt = now;
  return ACCEPTED;
}
