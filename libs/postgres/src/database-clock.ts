/** For so long the best measurement is kept, in milliseconds; the steady clock drifts less than a millisecond in it. */
const KEPT_MS = 60_000;

interface Measured {
  /** From the question to the answer; the error of the offset is half of it. */
  roundTripMs: number;
  measuredAt: number;
  /** What is added to the steady clock of this process. */
  offsetMs: number;
}

let best: Measured | undefined;

/**
 * Compares the clocks of PostgreSQL and of this process.
 *
 * @param askedAt before the question, as `performance.now()` has it
 * @param databaseMs PostgreSQL's time in between, in milliseconds since 1970
 * @param answeredAt after the answer, as `performance.now()` has it
 */
export function measureDatabaseClock(askedAt: number, databaseMs: number, answeredAt: number): void {
  const roundTripMs = answeredAt - askedAt;
  const isKept = best !== undefined && answeredAt - best.measuredAt < KEPT_MS && best.roundTripMs <= roundTripMs;
  if (!isKept) best = { roundTripMs, measuredAt: answeredAt, offsetMs: databaseMs - (askedAt + answeredAt) / 2 };
}

/**
 * PostgreSQL's time in whole milliseconds since 1970, whatever the clock of this machine says. Before the first
 * measurement, which comes before a service is ready, it is the machine's.
 */
export const databaseNow = (): number =>
  best === undefined ? Date.now() : Math.floor(performance.now() + best.offsetMs);
