import type { Check } from '@questp/messages/quests';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { checkedAfterCredit, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { TaskTypes } from '../../catalog/definition/task-types.js';
import { decide } from '../attempts/decide.js';
import { hashOf } from '../facts/gather-facts.js';

/**
 * - same, different: the rule was applied again.
 * - nothing_to_apply: no rule decided.
 * - not_replayable: the receipt lacks what the rule reads, or this program has another version of the rule.
 */
export interface Replay {
  result: 'same' | 'different' | 'nothing_to_apply' | 'not_replayable';
  explanation: string;
}

/** Applies the rule of a check to its receipt, and compares the outcome. */
export function replayCheck(check: Check, types: TaskTypes): Replay {
  const { ruleOutcome, code, settings } = check;
  if (ruleOutcome === null) {
    return { result: 'nothing_to_apply', explanation: `No rule was applied: ${check.detail ?? check.outcome}` };
  }
  const type = types.find(check.taskTypeId);
  if (type === undefined || !type.available) return notReplayable(`This version has no rule for ${check.taskTypeId}.`);
  const checked = check.trigger === 'after_credit' ? checkedAfterCredit(type) : type;
  if (checked === undefined) return notReplayable(`This version checks no credit of ${type.id}.`);
  const version = type.ruleVersion ?? 1;
  if (version !== check.ruleVersion) {
    return notReplayable(`Version ${check.ruleVersion} of the rule decided; version ${version} is here.`);
  }
  if (settings === null) return notReplayable('The configuration of the quest contains secrets.');
  const leftOut = Object.keys(check.facts).filter((name) => isLeftOut(check.facts[name]));
  if (leftOut.length > 0) return notReplayable(`The receipt has only the SHA-256 of ${leftOut.join(', ')}.`);
  if (hashOf(check.facts).toString('hex') !== check.factsHash) {
    return { result: 'different', explanation: 'The facts do not have the SHA-256 of the receipt.' };
  }
  return compare(apply(checked, check, settings), ruleOutcome, code);
}

/** The period in receipts of earlier versions, whose rules did not read it. */
const ONCE = { kind: 'once' } as const;

/** The outcome, or the name of a redacted input that the rule reads. */
function apply(
  type: AvailableTaskType,
  { at, inputs, facts, periodKey }: Check,
  { method, config, period = ONCE, campaignStartsAt, campaignEndsAt }: NonNullable<Check['settings']>,
): Outcome | string {
  const quest = {
    ...{ method, config, period },
    campaignStartsAt: dateOf(campaignStartsAt),
    campaignEndsAt: dateOf(campaignEndsAt),
  };
  try {
    return decide({ type, quest, periodKey, now: new Date(at) }, guarded(type, inputs), facts);
  } catch (error) {
    if (error instanceof RedactedInput) return error.input;
    throw error;
  }
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

class RedactedInput extends Error {
  constructor(readonly input: string) {
    super(`The input ${input} is redacted`);
  }
}

/** The inputs; reading a redacted one throws. */
function guarded({ redactedInputs = [] }: AvailableTaskType, inputs: JsonObject): JsonObject {
  const refuse = (name: string) => ({
    get: () => {
      throw new RedactedInput(name);
    },
  });
  const redacted = redactedInputs.filter((name) => name in inputs);
  return Object.defineProperties({ ...inputs }, Object.fromEntries(redacted.map((name) => [name, refuse(name)])));
}

function compare(outcome: Outcome | string, ruleOutcome: Outcome['kind'], code: string | null): Replay {
  if (typeof outcome === 'string') return notReplayable(`The rule reads the input ${outcome}, which is redacted.`);
  const now = outcome.kind === 'fail' ? `fail ${outcome.code}` : outcome.kind;
  const then = ruleOutcome === 'fail' ? `fail ${code}` : ruleOutcome;
  return now === then
    ? { result: 'same', explanation: `The rule decides ${now}, as in the receipt.` }
    : { result: 'different', explanation: `The rule decides ${now}; the receipt says ${then}.` };
}

const notReplayable = (explanation: string): Replay => ({ result: 'not_replayable', explanation });

const isLeftOut = (fact: unknown): boolean => typeof fact === 'object' && fact !== null && 'leftOut' in fact;
