import { demand } from './refusal.js';

export type PauseKind = 'pauser' | 'guardian' | 'owner';

/** Block times in nanoseconds; `[start, end)`. */
export interface Pause {
  start: bigint;
  end: bigint;
  kind: PauseKind;
}

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

/** The pauses of one contract, one after another, and what its pauser may still do. */
export class Pauses {
  readonly all: Pause[] = [];
  private spent = 0n;
  private lastByPauser: bigint | undefined;

  running(now: bigint): Pause | undefined {
    const last = this.all.at(-1);
    return last && last.start <= now && now < last.end ? last : undefined;
  }

  /**
   * Starts a pause, which ends a running one.
   *
   * @throws Refusal `invalid_pause`, `pause_rate_limited`, `pause_budget_exhausted`
   */
  pause(kind: PauseKind, now: bigint, until: bigint, maxPauseSecs: number): void {
    const longest = BigInt(maxPauseSecs) * SECOND;
    const running = this.running(now);
    demand(now < until && until <= now + longest && (!running || until >= running.end), 'invalid_pause');
    const givenBack = running?.kind === 'pauser' ? running.end - now : 0n;
    const spent = this.spentAfter(givenBack);
    if (kind === 'pauser') {
      demand(this.lastByPauser === undefined || now >= this.lastByPauser + DAY, 'pause_rate_limited');
      demand(spent + until - now <= 7n * longest, 'pause_budget_exhausted');
      this.lastByPauser = now;
      this.spent = spent + until - now;
    } else {
      this.spent = spent;
    }
    if (running) running.end = now;
    this.all.push({ start: now, end: until, kind });
  }

  /** Ends a running pause. */
  lift(now: bigint): void {
    const running = this.running(now);
    if (!running) return;
    if (running.kind === 'pauser') this.spent = this.spentAfter(running.end - now);
    running.end = now;
  }

  /** A new pauser has the whole budget and no pause behind it. */
  restartBudget(): void {
    this.spent = 0n;
    this.lastByPauser = undefined;
  }

  budgetLeft(maxPauseSecs: number): bigint {
    return 7n * BigInt(maxPauseSecs) * SECOND - this.spent;
  }

  /** Nanoseconds paused by `kind` until `at`. */
  total(kind: PauseKind, at: bigint): bigint {
    let sum = 0n;
    for (const pause of this.all) {
      if (pause.kind === kind && pause.start < at) sum += (pause.end < at ? pause.end : at) - pause.start;
    }
    return sum;
  }

  /** Time given back cannot be more than was taken: a new pauser gains nothing by a former one's pause. */
  private spentAfter(givenBack: bigint): bigint {
    return givenBack < this.spent ? this.spent - givenBack : 0n;
  }
}

/**
 * Nanoseconds of `[from, to)` in which any of the pauses holds: what a clock that stops for all of them loses.
 *
 * @param groups pauses of several contracts; they may overlap
 */
export function pausedBetween(groups: readonly Pauses[], from: bigint, to: bigint): bigint {
  const intervals = groups
    .flatMap(({ all }) => all)
    .map(({ start, end }) => ({ start: start < from ? from : start, end: end < to ? end : to }))
    .filter(({ start, end }) => start < end)
    .sort((left, right) => (left.start < right.start ? -1 : 1));
  let covered = 0n;
  let reached = from;
  for (const { start, end } of intervals) {
    const fresh = start < reached ? reached : start;
    if (end > fresh) {
      covered += end - fresh;
      reached = end;
    }
  }
  return covered;
}
