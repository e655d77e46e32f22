import { AppError } from '@questp/messages/language';
import type { QuestEntry } from '../entry/quest-entry.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { validateInputs } from '../../catalog/definition/validation.js';
import { unstorableText } from '../../shared/unstorable-text.js';

/** The inputs with defaults filled in. TASK_INPUTS_INVALID with pointers below `root`. */
export function checkInputs({ type, quest }: QuestEntry, inputs: JsonObject, root: '' | '/inputs'): JsonObject {
  const unstorable = unstorableText(inputs);
  const result =
    unstorable === null
      ? validateInputs(type, quest.config, inputs, quest.method)
      : { ok: false as const, errors: [unstorable] };
  if (result.ok) return result.value;
  const errors = result.errors.map((error) => ({ ...error, pointer: `${root}${error.pointer}` }));
  throw new AppError('TASK_INPUTS_INVALID', { errors });
}
