const HOUR_MS = 3_600_000;
const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The next midnight in California, when the quota of a day begins; Unix time in ms. */
export function nextMidnightPacific(now = Date.now()): number {
  const second = Math.floor(now / 1_000) * 1_000;
  const parts = Object.fromEntries(pacific.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
  const sinceMidnight = ((parts['hour'] ?? 0) * 3_600 + (parts['minute'] ?? 0) * 60 + (parts['second'] ?? 0)) * 1_000;
  const next = second - sinceMidnight + 24 * HOUR_MS;
  // A day in which the clock changes has an hour more or less.
  for (const candidate of [next, next - HOUR_MS, next + HOUR_MS]) {
    const { hour } = Object.fromEntries(
      pacific.formatToParts(candidate).map(({ type, value }) => [type, Number(value)]),
    );
    if (hour === 0 && candidate > now) return candidate;
  }
  return next;
}
