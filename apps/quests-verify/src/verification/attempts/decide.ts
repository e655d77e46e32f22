import type { CheckTrigger } from '@questp/messages/quests';
import type { AvailableEntry } from '../entry/quest-entry.js';
import { redactInputs } from '../../catalog/definition/secrets.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { CheckRecord } from '../../ledger/checks/checks.repository.js';
import { isReplacedByReview, NO_FACTS, type Facts, type FactValues } from '../../catalog/definition/facts.js';
import type { Findings } from '../facts/gather-facts.js';
import type { Decision, Outcome } from '../../catalog/definition/outcome.js';

/** Outcome of the task type's rule for valid inputs; a review where nothing was checked at a platform. */
export function decide({ type, quest, now }: AvailableEntry, inputs: JsonObject, values: Partial<FactValues>): Outcome {
  if (quest.method === 'manual' && Object.keys(type.facts).some(isReplacedByReview)) return { kind: 'review' };
  const facts: Facts = { ...NO_FACTS, ...values, now, startsAt: quest.campaignStartsAt };
  return type.rule(quest.config, inputs, facts);
}

/** The record of a decision. @param toReview the submission goes to review */
export function checkOf(
  entry: AvailableEntry,
  trigger: CheckTrigger,
  inputs: JsonObject,
  findings: Findings,
  decision: Decision,
  toReview: boolean,
): CheckRecord {
  const { type, quest, userId, periodKey } = entry;
  return {
    projectId: quest.projectId,
    questId: quest.id,
    userId,
    periodKey,
    taskTypeId: type.id,
    ruleVersion: type.ruleVersion ?? 1,
    trigger,
    inputs: redactInputs(type, inputs),
    facts: findings.shown,
    factsHash: findings.hash,
    outcome: toReview ? 'review' : decision.kind,
    code: 'code' in decision ? decision.code : null,
    detail: 'detail' in decision ? decision.detail : null,
  };
}
