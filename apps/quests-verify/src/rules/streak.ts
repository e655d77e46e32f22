import { nextPeriodStart, periodKey } from './period.js';

const DAILY = { kind: 'daily' } as const;

export interface Streak {
  /** Consecutive days up to today, or up to yesterday while today is still open. */
  current: number;
  longest: number;
  canCheckIn: boolean;
  /** 00:00 UTC after the last check-in; null when a check-in is possible now. */
  nextAvailableAt: Date | null;
}

/**
 * Streaks of a daily check-in (spec 4.2 rule 3).
 * @param days day keys (`YYYY-MM-DD`, UTC) with a credited check-in, ascending, each once
 * @param today the day key of the database clock. When it lies before the last check-in (a clock stepped back), no
 *   check-in is possible before the day after that one.
 */
export function streakOf(days: readonly string[], today: string): Streak {
  let run = 0;
  let longest = 0;
  let previous: string | undefined;
  for (const day of days) {
    run = previous !== undefined && dayAfter(previous) === day ? run + 1 : 1;
    longest = Math.max(longest, run);
    previous = day;
  }
  const alive = previous !== undefined && dayAfter(previous) >= today;
  const canCheckIn = previous === undefined || previous < today;
  return {
    current: alive ? run : 0,
    longest,
    canCheckIn,
    nextAvailableAt: canCheckIn || previous === undefined ? null : nextPeriodStart(DAILY, new Date(previous)),
  };
}

function dayAfter(day: string): string {
  return periodKey(DAILY, nextPeriodStart(DAILY, new Date(day)) ?? new Date(day));
}
