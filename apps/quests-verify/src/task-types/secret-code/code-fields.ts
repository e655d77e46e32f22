import type { FieldError } from '@questp/messages/language';
import { line, secret, type JsonSchema } from '../../catalog/definition/json-schema.js';
import { codeWeakness } from './code.js';

export const secretCode = (description: string): JsonSchema<string> =>
  secret(line(`${description} At least 6 characters, 8 if all are digits; 4 different ones; no mere sequence.`, 100));

/** Checks the strength of a code, for `checkConfig` of types with a code. */
export function codeErrors({ code }: { code: string }): FieldError[] {
  const weakness = codeWeakness(code);
  return weakness === null ? [] : [{ pointer: '/code', code: 'WEAK', detail: weakness }];
}
