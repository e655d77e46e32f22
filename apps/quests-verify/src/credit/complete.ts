import { AppError } from '@questp/messages';
import type { Tx } from '@questp/postgres';
import { NO_FACTS, underMethod, type Facts, type Outcome } from '../rules/outcome.js';
import { taskType } from '../task-types/catalog.js';
import { redactInputs } from '../task-types/secrets.js';
import type { JsonObject } from '../task-types/task-type.js';
import { validateInputs } from '../task-types/validation.js';
import { creditEntry, handIn } from './credit.repository.js';
import { assertOpen, type QuestEntry } from './quest-entry.js';
import { enterQuest } from './quest-entry.repository.js';
import type { SubmissionRow } from './submission-row.js';
import { unstorableText } from './unstorable-text.js';

/** Label of the transactions that credit, for failpoints. */
export const CREDIT = 'quests.credit';

/** The inputs with defaults filled in. TASK_INPUTS_INVALID with pointers below `root`. */
export function checkInputs({ quest }: QuestEntry, inputs: JsonObject, root: '' | '/inputs'): JsonObject {
  const unstorable = unstorableText(inputs);
  const result =
    unstorable === null
      ? validateInputs(quest.taskTypeId, quest.config, inputs)
      : { ok: false as const, errors: [unstorable] };
  if (result.ok) return result.value;
  const errors = result.errors.map((error) => ({ ...error, pointer: `${root}${error.pointer}` }));
  throw new AppError('TASK_INPUTS_INVALID', { errors });
}

/** What the rule of the quest's type says to checked inputs. */
export function decide({ quest, now }: QuestEntry, inputs: JsonObject, facts: Partial<Facts> = {}): Outcome {
  const type = taskType(quest.taskTypeId);
  if (!type.available || type.completedBy === 'quiz') throw new Error(`${type.id} has no rule`);
  return type.rule(quest.config, inputs, { ...NO_FACTS, ...facts, now });
}

/** The error of an attempt that did not pass. */
export function refusal(outcome: Exclude<Outcome, { kind: 'pass' | 'review' }>): AppError {
  const availableAt = outcome.kind === 'pending' ? outcome.nextTryAt : outcome.availableAt;
  return new AppError(outcome.code, {
    detail: outcome.detail,
    ...(availableAt === undefined ? {} : { extra: { availableAt: availableAt.toISOString() } }),
  });
}

/**
 * Carries out what a rule decided: credits, hands to the reviewers, or throws why not. The one way to a credit without
 * a reviewer; `entry` is of enterQuest in the same transaction.
 */
export async function complete(
  tx: Tx,
  entry: QuestEntry,
  inputs: JsonObject,
  outcome: Outcome,
): Promise<SubmissionRow> {
  assertOpen(entry);
  const { quest, userId } = entry;
  const decided = underMethod(quest.method, outcome);
  if (decided.kind === 'fail' || decided.kind === 'pending') throw refusal(decided);
  const write = decided.kind === 'pass' ? creditEntry : handIn;
  const written = await write(tx, entry, redactInputs(quest.taskTypeId, inputs));
  if (written) return written;
  // Somebody was faster: what is there now says why.
  assertOpen(await enterQuest(tx, { userId, questId: quest.id }));
  throw new AppError('QUEST_COOLDOWN');
}
