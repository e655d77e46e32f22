import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { EgressFailure, EgressOutcome } from './egress-outcome.js';

/** Failures in a row after which a server is left alone. */
export const FAILURES = 5;
/** Time for which a circuit stays open; then one request probes the server. */
export const LEFT_ALONE_MS = 10_000;

/** Servers with a breaker. */
const KEPT = 1_000;

const LEFT_ALONE: EgressFailure = {
  outcome: 'unreachable',
  detail: `left alone for a while after ${FAILURES} failures in a row`,
};

/** `down`: no requests are sent for a while; `up`: the server has answered. */
export type ServerState = 'up' | 'down';

interface Kept {
  breaker: CircuitBreakerPolicy;
  reported?: ServerState;
}

/** Circuit breakers by server: after repeated failures requests fail at once for a while. */
export class Breakers {
  private readonly breakers = new LRUCache<string, Kept>({ max: KEPT });

  /** Calls `report` when the circuit opens, and when the server answers for the first time or again. */
  async run<Body>(
    server: string,
    report: (state: ServerState) => void,
    work: () => Promise<EgressOutcome<Body>>,
  ): Promise<EgressOutcome<Body>> {
    const kept = this.breakers.get(server) ?? { breaker: newBreaker() };
    this.breakers.set(server, kept);
    const { breaker } = kept;
    // While a probe runs, other requests fail at once: waiting for it could exceed their own deadlines.
    if (breaker.state === CircuitState.HalfOpen) return LEFT_ALONE;
    try {
      const outcome = await breaker.execute(work);
      const state = stateAfter(breaker, outcome);
      if (state !== undefined && state !== kept.reported) report((kept.reported = state));
      return outcome;
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      return LEFT_ALONE;
    }
  }
}

/** Undefined after failures that are too few to open the circuit. */
function stateAfter(breaker: CircuitBreakerPolicy, outcome: EgressOutcome<unknown>): ServerState | undefined {
  if (breaker.state === CircuitState.Open) return 'down';
  return outcome.outcome === 'answered' && !isFailure(outcome) ? 'up' : undefined;
}

const newBreaker = (): CircuitBreakerPolicy =>
  circuitBreaker(
    handleWhenResult((outcome) => isFailure(outcome as EgressOutcome<unknown>)),
    { halfOpenAfter: LEFT_ALONE_MS, breaker: new ConsecutiveBreaker(FAILURES) },
  );

/** True for a failure of the server rather than of the request. */
const isFailure = (outcome: EgressOutcome<unknown>): boolean =>
  outcome.outcome === 'answered' ? outcome.status >= 500 : ['timeout', 'unreachable'].includes(outcome.outcome);
