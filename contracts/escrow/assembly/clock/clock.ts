import { addU64, make, subU64 } from '@questp/std/assembly';
import { ClockRecord } from './clock-record';

/** The escrow clock at one block time, all in nanoseconds: C(t) = t - frozen(t). See docs/guides/contracts.md. */
@unmanaged
export class Clock {
  blockTime: u64;
  /** Total time for which the clock was stopped since the creation of the escrow. */
  frozen: u64;
  /** Block time of the later end of the running pauses, 0 when none runs. */
  pausedUntil: u64;

  /** Time on the escrow clock, on which every deadline is kept. */
  get now(): u64 {
    return subU64(this.blockTime, this.frozen);
  }

  get isPaused(): bool {
    return this.pausedUntil != 0;
  }

  /** True from `deadline` (escrow clock) on. */
  isPast(deadline: u64): bool {
    return this.now >= deadline;
  }

  /** The real time of a deadline, as if a running pause lasted until its end. */
  project(deadline: u64): u64 {
    const real = addU64(deadline, this.frozen);
    return this.isPaused && !this.isPast(deadline) ? addU64(real, this.pausedUntil - this.blockTime) : real;
  }
}

/**
 * The clock is never frozen for longer than the escrow exists, whatever totals the factory reports.
 *
 * @param record - Without an instance pause that has ended.
 * @param createdAt - Block time (ns) of the escrow's creation.
 * @param globalPaused - Nanoseconds the factory was paused until `blockTime`.
 * @param globalPausedUntil - End of a running global pause, else 0.
 */
export function clockAt(
  record: ClockRecord,
  createdAt: u64,
  blockTime: u64,
  globalPaused: u64,
  globalPausedUntil: u64,
): Clock {
  const clock = make<Clock>();
  clock.blockTime = blockTime;
  clock.frozen = addU64(subU64(globalPaused, record.globalAtCreation), record.settled);
  clock.pausedUntil = globalPausedUntil;
  if (record.pauseStart) {
    clock.frozen = addU64(clock.frozen, pausedAlone(record, blockTime, globalPaused));
    clock.pausedUntil = max(globalPausedUntil, record.pauseUntil);
  }
  clock.frozen = min(clock.frozen, subU64(blockTime, createdAt));
  return clock;
}

/** Ends the open instance pause at block time `end`, until which the factory was paused for `globalPaused`. */
export function settlePause(record: ClockRecord, end: u64, globalPaused: u64): void {
  record.settled = addU64(record.settled, pausedAlone(record, end, globalPaused));
  record.pauseStart = 0;
  record.pauseUntil = 0;
  record.globalAtPauseStart = 0;
  record.isChanged = true;
}

/** How long the open instance pause froze the clock until `end` while the factory was not paused. */
function pausedAlone(record: ClockRecord, end: u64, globalPaused: u64): u64 {
  const elapsed = subU64(end, record.pauseStart);
  return subU64(elapsed, min(elapsed, subU64(globalPaused, record.globalAtPauseStart)));
}
