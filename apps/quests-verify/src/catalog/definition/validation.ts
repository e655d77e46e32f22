import { CONFIG_BYTES, fieldError, fitsBytes, INPUTS_BYTES, MAX_ERRORS, type FieldError } from '@questp/messages';
import { taskType } from '../../task-types/index.js';
import type { JsonSchema } from './json-schema.js';
import { schemaErrors } from './schema-errors.js';
import { publicConfig } from './secrets.js';
import { sizeErrors } from './size-errors.js';
import type { JsonObject } from './task-type.js';

export type Validation = { ok: true; value: JsonObject } | { ok: false; errors: FieldError[] };

/**
 * Checks the configuration of a quest as the studio sends it.
 * @returns a copy with defaults filled in, or what is wrong; pointers are relative to the configuration
 * @throws Error when the catalog has no such type
 */
export function validateConfig(taskTypeId: string, config: unknown): Validation {
  const type = taskType(taskTypeId);
  return validate(type.configSchema, config, (value) => [
    ...(type.checkConfig?.(value) ?? []),
    // Of the public part: that the whole is too long would tell how long stored secrets are.
    ...tooLong(publicConfig(type.id, value), CONFIG_BYTES),
  ]);
}

/**
 * Checks what an earner submits.
 * @param config a valid configuration of the quest; its public part is enough
 * @returns a copy with defaults filled in, or what is wrong; pointers are relative to the inputs
 * @throws Error when the catalog has no such type
 */
export function validateInputs(taskTypeId: string, config: JsonObject, inputs: unknown): Validation {
  const type = taskType(taskTypeId);
  return validate(type.inputSchema, inputs, (value) => [
    ...(type.checkInputs?.(config, value) ?? []),
    ...tooLong(value, INPUTS_BYTES),
  ]);
}

/** Asked of a value with its defaults; what was sent is bounded by its message. */
function tooLong(value: JsonObject, maxBytes: number): FieldError[] {
  return fitsBytes(value, maxBytes) ? [] : [fieldError('', 'LENGTH', { max: maxBytes, unit: 'bytes' })];
}

function validate(schema: JsonSchema, original: unknown, check: (value: JsonObject) => FieldError[]): Validation {
  const oversized = sizeErrors(schema, original);
  if (oversized.length > 0) return { ok: false, errors: oversized };
  const value = structuredClone(original) as JsonObject;
  let errors = schemaErrors(schema, value);
  if (errors.length === 0) errors = check(value);
  return errors.length === 0 ? { ok: true, value } : { ok: false, errors: errors.slice(0, MAX_ERRORS) };
}
