import type { Decision } from '../../catalog/definition/outcome.js';

const FIRST_MS = 15_000;
const MAX_MS = 15 * 60_000;

/**
 * Time of the next check of a pending submission in ms: 15 s doubling to 15 min, with ±25% jitter, so
 * that checks delayed by an outage do not run all at once.
 * @param tries number of repeated checks so far
 * @param random in [0, 1)
 */
export function backOff(tries: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(tries, 16), MAX_MS);
  return Math.round(full * (0.75 + random / 2));
}

/** Time of the next check of a pending submission: the one that the source named, or by `backOff`. */
export function nextTry(now: Date, decision: Decision | null, tries: number): Date {
  const named = decision?.kind === 'inconclusive' ? decision.retryAt : undefined;
  return named !== undefined && named > now ? named : new Date(now.getTime() + backOff(tries, Math.random()));
}
