import type { VisitTimes } from '../../catalog/definition/facts.js';
import type { Outcome } from '../../catalog/definition/outcome.js';

/** How long a visit token can complete its quest. */
export const VISIT_TOKEN_SECONDS = 1800;

export const VISIT_UNKNOWN = {
  kind: 'fail',
  code: 'VISIT_TOKEN_INVALID',
  detail: 'The visit is unknown or expired; start it again.',
} as const satisfies Outcome;

export const VISIT_COMPLETED = {
  kind: 'fail',
  code: 'VISIT_COMPLETED',
  detail: 'This visit was completed already; start another one.',
} as const satisfies Outcome;

/** Time from which a visit token completes its quest. */
export function visitCompleteFrom(config: { minSeconds: number }, issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + config.minSeconds * 1000);
}

/**
 * Visit quests: the token was issued at least `minSeconds` ago and has not expired; `expiresAt` is exclusive.
 * A token that is too young stays valid: the failure has the time from which it works.
 */
export function visitOutcome(config: { minSeconds: number }, visit: VisitTimes | null, now: Date): Outcome {
  if (visit?.used) {
    return VISIT_COMPLETED;
  }
  if (visit === null || now >= new Date(visit.expiresAt)) {
    return VISIT_UNKNOWN;
  }
  const availableAt = visitCompleteFrom(config, new Date(visit.issuedAt));
  if (now < availableAt) {
    return {
      kind: 'fail',
      code: 'VISIT_TOO_SHORT',
      detail: `The visit has to last at least ${config.minSeconds} seconds.`,
      availableAt,
    };
  }
  return { kind: 'pass' };
}
