const FIRST_MS = 15_000;
const MOST_MS = 15 * 60_000;

/**
 * Time of the next check of a pending submission in ms: 15 s doubling to 15 min, with a quarter of jitter either way so
 * that what an outage held back does not come back at one moment.
 * @param tries checks that were repeated already
 * @param random in [0, 1)
 */
export function backOff(tries: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(tries, 16), MOST_MS);
  return Math.round(full * (0.75 + random / 2));
}
