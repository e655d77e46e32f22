import type { VerificationMethod } from '@questp/messages/quests';
import type { Decision } from '../../catalog/definition/outcome.js';

/** Negative checks after which a reviewer looks at the work of a hybrid quest (spec 8). */
export const HYBRID_NEGATIVES = 3;

/**
 * Where a decision leads under the quest's method (spec 2.2, 3).
 * - credit, review, refuse: what they say.
 * - wait: the check is repeated.
 * - count: a negative check of a hybrid quest; refused, but the third is for the reviewers.
 */
export type Verdict = 'credit' | 'review' | 'wait' | 'refuse' | 'count';

/** @param canRepeat whether the same inputs can be checked again later */
export function verdictOf(method: VerificationMethod, decision: Decision, canRepeat: boolean): Verdict {
  // Until there is a machine that judges, people do, whatever came out.
  if (method === 'ai_verify' || method === 'hybrid_ai') return 'review';
  switch (decision.kind) {
    case 'pass':
      return method === 'manual' ? 'review' : 'credit';
    case 'review':
      return 'review';
    case 'fail':
      return method === 'hybrid' ? 'count' : 'refuse';
    case 'inconclusive':
      if (method === 'manual' || (method === 'hybrid' && decision.cause === 'unavailable')) return 'review';
      return canRepeat ? 'wait' : 'refuse';
    case 'relink':
    case 'misconfigured':
      return 'refuse';
  }
}
