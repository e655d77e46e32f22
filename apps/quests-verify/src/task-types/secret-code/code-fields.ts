import type { FieldError } from '@questp/messages/language';
import { isSecret, line, secret, type JsonSchema } from '../../catalog/definition/json-schema.js';
import type { TaskType } from '../../catalog/definition/task-type.js';
import { codeWeakness } from './code.js';

export const secretCode = (description: string): JsonSchema<string> =>
  secret(line(`${description} At least 6 characters, 8 if all are digits; 4 different ones; no mere sequence.`, 100));

/** A code as it is typed or pasted: every character is taken, since those that cannot be seen are ignored. */
export const enteredCode = (description: string): JsonSchema<string> => ({
  ...{ type: 'string', description, minLength: 1, maxLength: 200 },
});

/** Checks the strength of a code, for `checkConfig` of types with a code. */
export function codeErrors({ code }: { code: string }): FieldError[] {
  const weakness = codeWeakness(code);
  return weakness === null ? [] : [{ pointer: '/code', code: 'WEAK', detail: weakness }];
}

/** True for a type that a code of the configuration completes, whose wrong codes are limited. */
export function hasCode({ config }: TaskType): boolean {
  const code = config.properties?.['code'];
  return code !== undefined && isSecret(code);
}
