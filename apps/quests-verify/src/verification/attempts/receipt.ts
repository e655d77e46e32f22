import type { CheckSettings, CheckTrigger, RuleOutcome } from '@questp/messages/quests';
import { iso } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Decision } from '../../catalog/definition/outcome.js';
import { namesSecrets, redactInputs } from '../../catalog/definition/secrets.js';
import type { CheckRecord } from '../../ledger/checks/checks.repository.js';
import type { AvailableEntry } from '../entry/quest-entry.js';
import type { Findings } from '../facts/gather-facts.js';
import type { RuleSubject } from './decide.js';

/** How a decision came about. */
interface Decided {
  decision: Decision;
  /** The outcome of the rule alone; null: no rule was applied. */
  ruled: RuleOutcome | null;
}

/** The receipt of a decision. */
export function checkOf(
  entry: AvailableEntry,
  trigger: CheckTrigger,
  inputs: JsonObject,
  findings: Findings,
  { decision, ruled }: Decided,
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
    ...shownDecision(decision),
  };
}

/** The members of a receipt that hold the decision. */
export const shownDecision = (decision: Decision): Pick<CheckRecord, 'outcome' | 'code' | 'detail'> => ({
  outcome: decision.kind,
  code: 'code' in decision ? decision.code : null,
  detail: ('detail' in decision ? decision.detail : undefined) ?? null,
});

/** The receipt of a decision after which people decide. */
export const toReview = (check: CheckRecord): CheckRecord => ({ ...check, outcome: 'review' });

/** Null: the configuration contains secrets. */
const settingsOf = ({ type, quest }: RuleSubject): CheckSettings | null => {
  const { method, config, period, campaignStartsAt, campaignEndsAt } = quest;
  if (namesSecrets(type, config)) return null;
  return { method, config, period, campaignStartsAt: iso(campaignStartsAt), campaignEndsAt: iso(campaignEndsAt) };
};
