import type { VerificationMethod } from '@questp/messages/quests';
import { isReplacedByReview, NO_FACTS, type Facts, type FactValues } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Decision, Outcome } from '../../catalog/definition/outcome.js';
import type { Credited } from '../../ledger/credits/credit.repository.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { countsFrom, countsUntil } from '../../shared/period.js';
import type { CheckedEntry } from '../entry/quest-entry.js';

/** What a rule is applied to besides inputs and facts. */
export interface RuleSubject {
  type: AvailableTaskType;
  quest: Pick<CheckedEntry['quest'], 'method' | 'config' | 'period' | 'campaignStartsAt' | 'campaignEndsAt'>;
  /** The period that the attempt is for. */
  periodKey: string;
  now: Date;
}

/** Outcome of the task type's rule for valid inputs; a review where nothing was checked at a platform. */
export function decide(
  { type, quest, periodKey, now }: RuleSubject,
  inputs: JsonObject,
  values: Partial<FactValues>,
): Outcome {
  if (quest.method === 'manual' && Object.keys(type.facts).some(isReplacedByReview)) return { kind: 'review' };
  const startsAt = countsFrom(quest.campaignStartsAt, periodKey);
  const endsAt = countsUntil(quest.campaignEndsAt, quest.period, periodKey);
  const facts: Facts = { ...NO_FACTS, ...values, now, startsAt, endsAt };
  return type.rule(quest.config, inputs, facts);
}

/** What a decision credits. */
export const creditOf = (decision: Decision): Credited => ({
  status: 'claimed',
  points: decision.kind === 'pass' ? decision.points : undefined,
});

/** Number of negative checks after which a hybrid quest's submission goes to review (spec 8). */
export const HYBRID_NEGATIVES = 3;

/**
 * Effect of a decision under the quest's method (spec 2.2, 3).
 * - credit, review, refuse: the effect itself.
 * - wait: the check is repeated; one of a hybrid quest is for the reviewers when the platform keeps giving no answer.
 * - count: a counted negative check; refused, but the third of a hybrid quest is for the reviewers.
 */
export type Verdict = 'credit' | 'review' | 'wait' | 'refuse' | 'count';

/** The effect for a pending submission that gets the proof it waited for: without a confirmation, people decide. */
export function verdictWithProof(decision: Decision): 'credit' | 'review' | 'refuse' {
  if (decision.kind === 'pass') return 'credit';
  return isUsed(decision) ? 'refuse' : 'review';
}

/** True if another account has used what proves the completion, which no later check changes. */
export const isUsed = (decision: Decision): boolean => decision.kind === 'fail' && USED.has(decision.code);

const USED: ReadonlySet<string> = new Set(['SUBJECT_ALREADY_USED', 'WALLET_ALREADY_USED']);

/** @param type canRepeat: the same inputs can be checked again later; isPaced: it has a cool-down */
export function verdictOf(
  method: VerificationMethod,
  decision: Decision,
  { canRepeat, isPaced = false }: { canRepeat: boolean; isPaced?: boolean },
): Verdict {
  // Until there is a machine that judges, people do, whatever came out.
  if (method === 'ai_verify' || method === 'hybrid_ai') return 'review';
  switch (decision.kind) {
    case 'pass':
      return method === 'manual' ? 'review' : 'credit';
    case 'review':
      return 'review';
    case 'fail':
      return method === 'hybrid' || (isPaced && method !== 'manual') ? 'count' : 'refuse';
    case 'inconclusive':
      if (method === 'manual') return 'review';
      if (canRepeat) return 'wait';
      return method === 'hybrid' && decision.cause === 'unavailable' ? 'review' : 'refuse';
    case 'relink':
    case 'misconfigured':
      return 'refuse';
  }
}
