import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { EgressFailure, EgressOutcome } from './egress.js';

/** Failures in a row after which a server is left alone. */
export const FAILURES = 5;
/** For so long; then one request tries whether it answers again. */
export const LEFT_ALONE_MS = 10_000;

/** Servers that are remembered. */
const KEPT = 1_000;

const LEFT_ALONE: EgressFailure = {
  outcome: 'unreachable',
  detail: `left alone for a while after ${FAILURES} failures in a row`,
};

/** Spares requests their time, and a server that struggles the requests: one that keeps failing is left alone. */
export class Breakers {
  private readonly breakers = new LRUCache<string, CircuitBreakerPolicy>({ max: KEPT });

  async run<Body>(origin: string, work: () => Promise<EgressOutcome<Body>>): Promise<EgressOutcome<Body>> {
    const breaker = this.breakers.get(origin) ?? newBreaker();
    this.breakers.set(origin, breaker);
    // Whoever comes while one tries would wait for it, for longer than its own deadline.
    if (breaker.state === CircuitState.HalfOpen) return LEFT_ALONE;
    try {
      return await breaker.execute(work);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      return LEFT_ALONE;
    }
  }
}

const newBreaker = (): CircuitBreakerPolicy =>
  circuitBreaker(
    handleWhenResult((outcome) => isFailure(outcome as EgressOutcome<unknown>)),
    { halfOpenAfter: LEFT_ALONE_MS, breaker: new ConsecutiveBreaker(FAILURES) },
  );

/** Of the server, and not of the request. */
const isFailure = (outcome: EgressOutcome<unknown>): boolean =>
  outcome.outcome === 'answered' ? outcome.status >= 500 : ['timeout', 'unreachable'].includes(outcome.outcome);
