import { AppError, type FieldError } from '@questp/messages';
import type { JsonSchema } from '../task-types/json-schema.js';
import { schemaErrors } from '../task-types/schema-errors.js';

/** VALIDATION_FAILED with the errors, unless there are none. */
export function refuseInvalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

/** VALIDATION_FAILED unless the members fit the schema and can be stored; pointers are relative to `members`. */
export function requireValid(schema: JsonSchema, members: object): void {
  refuseInvalid([...schemaErrors(schema, members), ...unstorableText(members)]);
}

/** In JSON only U+0000 and lone surrogates, which PostgreSQL cannot store, are written as such an escape. */
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/;

/** Text that PostgreSQL refuses, in any member. */
export function unstorableText(value: object): FieldError[] {
  if (!UNSTORABLE.test(JSON.stringify(value))) return [];
  return [{ pointer: '', code: 'WRONG_FORMAT', detail: 'A text holds U+0000 or half of a surrogate pair.' }];
}
