import { nextPeriodStart, periodKey } from '../../shared/period.js';

const DAILY = { kind: 'daily' } as const;

/**
 * Consecutive days of a daily check-in up to today, or up to yesterday while today is still open (spec 4.2 rule 3).
 * @param days day keys (`YYYY-MM-DD`, UTC) with a credited check-in, ascending, each once
 * @param today the day key of the database clock; it lies before the last check-in when that clock stepped back
 */
export function currentStreak(days: readonly string[], today: string): number {
  let run = 0;
  let previous: string | undefined;
  for (const day of days) {
    run = previous !== undefined && dayAfter(previous) === day ? run + 1 : 1;
    previous = day;
  }
  return previous !== undefined && dayAfter(previous) >= today ? run : 0;
}

function dayAfter(day: string): string {
  return periodKey(DAILY, nextPeriodStart(DAILY, new Date(day)) ?? new Date(day));
}
