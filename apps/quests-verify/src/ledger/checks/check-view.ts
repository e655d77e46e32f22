import type { Check } from '@questp/messages/quests';
import type { CheckRow } from './checks.repository.js';

export const toCheck = (row: CheckRow): Check => ({
  id: row.id,
  at: row.at.toISOString(),
  questId: row.questId,
  submissionId: row.submissionId,
  periodKey: row.periodKey,
  taskTypeId: row.taskTypeId,
  ruleVersion: row.ruleVersion,
  trigger: row.trigger,
  ruleOutcome: row.ruleOutcome,
  outcome: row.outcome,
  code: row.code,
  detail: row.detail,
  inputs: row.inputs,
  settings: row.settings,
  facts: row.facts,
  factsHash: row.factsHash.toString('hex'),
});
