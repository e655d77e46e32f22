const DAY_MS = 86_400_000;

export interface Streak {
  /** Check-ins of the streak that goes on today, or yesterday while today is still open; 0: none does. */
  current: number;
  /** Check-ins of the longest streak so far. */
  longest: number;
  /** Days that the current streak, or the next one, may still miss. */
  freezeDaysLeft: number;
}

/**
 * The streaks of a daily check-in (spec 4.2 rule 3). Each streak survives `freezeDays` missed days in all; a missed day
 * does not count as one of its days.
 * @param days day keys (`YYYY-MM-DD`, UTC) with a credited check-in, ascending, each once
 * @param today the day key of the database clock; it lies before the last check-in when that clock stepped back
 */
export function streakOf(days: readonly string[], today: string, freezeDays: number): Streak {
  const streak: Streak = { current: 0, longest: 0, freezeDaysLeft: freezeDays };
  let previous: string | undefined;
  for (const day of days) {
    miss(streak, previous, day, freezeDays);
    streak.current += 1;
    streak.longest = Math.max(streak.longest, streak.current);
    previous = day;
  }
  miss(streak, previous, today, freezeDays);
  return streak;
}

/** Takes the days between two days from the freeze days; ends the streak if they are more. */
function miss(streak: Streak, previous: string | undefined, day: string, freezeDays: number): void {
  const missed = previous === undefined ? 0 : Math.max(0, (Date.parse(day) - Date.parse(previous)) / DAY_MS - 1);
  if (missed <= streak.freezeDaysLeft) streak.freezeDaysLeft -= missed;
  else Object.assign(streak, { current: 0, freezeDaysLeft: freezeDays });
}
