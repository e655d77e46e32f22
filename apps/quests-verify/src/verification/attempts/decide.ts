import type { CheckSettings, CheckTrigger, RuleOutcome } from '@questp/messages/quests';
import { iso } from '@questp/postgres';
import type { AvailableEntry, QuestEntry } from '../entry/quest-entry.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { namesSecrets, redactInputs } from '../../catalog/definition/secrets.js';
import { countsFrom, countsUntil } from '../../shared/period.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { CheckRecord } from '../../ledger/checks/checks.repository.js';
import { isReplacedByReview, NO_FACTS, type Facts, type FactValues } from '../../catalog/definition/facts.js';
import type { Findings } from '../facts/gather-facts.js';
import type { Decision, Outcome } from '../../catalog/definition/outcome.js';

/** What a rule is applied to besides inputs and facts. */
export interface RuleSubject {
  type: AvailableTaskType;
  quest: Pick<QuestEntry['quest'], 'method' | 'config' | 'period' | 'campaignStartsAt' | 'campaignEndsAt'>;
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

/** What a receipt says of a decision, besides the attempt. */
interface Decided {
  decision: Decision;
  /** The outcome of the rule alone; null: no rule was applied. */
  ruled: RuleOutcome | null;
  /** The submission goes to review. */
  toReview: boolean;
}

/** The receipt of a decision. */
export function checkOf(
  entry: AvailableEntry,
  trigger: CheckTrigger,
  inputs: JsonObject,
  findings: Findings,
  { decision, ruled, toReview }: Decided,
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
    settings: settingsOf(entry),
    facts: findings.shown,
    factsHash: findings.hash,
    ruleOutcome: ruled,
    outcome: toReview ? 'review' : decision.kind,
    code: 'code' in decision ? decision.code : null,
    detail: ('detail' in decision ? decision.detail : undefined) ?? null,
  };
}

/** Null: the configuration contains secrets. */
const settingsOf = ({ type, quest }: RuleSubject): CheckSettings | null => {
  const { method, config, period, campaignStartsAt, campaignEndsAt } = quest;
  if (namesSecrets(type, config)) return null;
  return { method, config, period, campaignStartsAt: iso(campaignStartsAt), campaignEndsAt: iso(campaignEndsAt) };
};
