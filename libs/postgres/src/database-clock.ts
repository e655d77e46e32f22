/**
 * Milliseconds for which the best measurement is kept; a monotonic clock drifts less than a millisecond in this time.
 */
const KEPT_MS = 60_000;

interface Measured {
  /** Round-trip time; the error of the offset is half of it. */
  roundTripMs: number;
  measuredAt: number;
  /** Offset of PostgreSQL's clock from the monotonic clock of this process. */
  offsetMs: number;
}

let best: Measured | undefined;

/**
 * Measures the clock of PostgreSQL against that of this process.
 * @param askedAt `performance.now()` before the query
 * @param databaseMs PostgreSQL's time during the query, in milliseconds since 1970
 * @param answeredAt `performance.now()` after the query
 */
export function measureDatabaseClock(askedAt: number, databaseMs: number, answeredAt: number): void {
  const roundTripMs = answeredAt - askedAt;
  const isKept = best !== undefined && answeredAt - best.measuredAt < KEPT_MS && best.roundTripMs <= roundTripMs;
  if (!isKept) best = { roundTripMs, measuredAt: answeredAt, offsetMs: databaseMs - (askedAt + answeredAt) / 2 };
}

/**
 * PostgreSQL's time in whole milliseconds since 1970, independent of the clock of this machine. Until the first
 * measurement, before the service is ready, it is that of the machine.
 */
export const databaseNow = (): number =>
  best === undefined ? Date.now() : Math.floor(performance.now() + best.offsetMs);
