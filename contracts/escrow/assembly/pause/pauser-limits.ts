import { addU64, subU64 } from '@questp/std/assembly';
import { ACCEPTED, CommonError, isPausedTooRecently, pauserBudget, refusal } from '@questp/message-schema/assembly';
import { ClockRecord } from '../clock/clock-record';

/** Nanoseconds the pauser can still spend; all of a running pause counts as used. */
export function pauserBudgetLeft(record: ClockRecord, maxPauseSecs: u32): u64 {
  const budget = pauserBudget(maxPauseSecs);
  return subU64(budget, min(record.pauserUsed, budget));
}

/** Takes a pause from the pauser's allowance, or refuses. */
export function spendPauserAllowance(record: ClockRecord, now: u64, until: u64, maxPauseSecs: u32): usize {
  if (isPausedTooRecently(record.pauserPausedAt, now)) return refusal(CommonError.PauseRateLimited);
  if (until - now > pauserBudgetLeft(record, maxPauseSecs)) return refusal(CommonError.PauseBudgetExhausted);
  record.pauserUsed = addU64(record.pauserUsed, until - now);
  record.pauserPausedAt = now;
  return ACCEPTED;
}
