import {
  CONFIG_BYTES,
  fieldError,
  fitsBytes,
  INPUTS_BYTES,
  MAX_ERRORS,
  type FieldError,
} from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import type { JsonSchema, JsonObject } from './json-schema.js';
import { proofErrors } from './proof.js';
import { schemaErrors } from './schema-errors.js';
import { publicConfig } from './secrets.js';
import { sizeErrors } from './size-errors.js';
import type { TaskType } from './task-type.js';

export type Validation = { ok: true; value: JsonObject } | { ok: false; errors: FieldError[] };

/**
 * Validates the configuration of a quest in a studio request.
 * @param method of the quest
 * @returns a copy with defaults filled in, or the errors, with pointers relative to the configuration
 */
export function validateConfig(
  type: TaskType,
  config: unknown,
  method: VerificationMethod = type.methods[0],
): Validation {
  return validate(type.config, config, (value) => [
    ...(type.checkConfig?.(value, method) ?? []),
    // Checks the public part: the size of the whole would reveal how long stored secrets are.
    ...tooLong(publicConfig(type, value), CONFIG_BYTES),
  ]);
}

/**
 * Validates the inputs of an earner.
 * @param config a valid configuration of the quest; its public part is enough
 * @param method of the quest
 * @returns a copy with defaults filled in, or the errors, with pointers relative to the inputs
 */
export function validateInputs(
  type: TaskType,
  config: JsonObject,
  inputs: unknown,
  method: VerificationMethod = type.methods[0],
): Validation {
  return validate(type.inputs, inputs, (value) => [
    ...inputErrors(type, config, value, method),
    ...tooLong(value, INPUTS_BYTES),
  ]);
}

function inputErrors(type: TaskType, config: JsonObject, inputs: JsonObject, method: VerificationMethod): FieldError[] {
  const errors = type.checkInputs?.(config, inputs, method) ?? [];
  return errors.length > 0 ? errors : proofErrors(type, inputs, method);
}

/** Checked after defaults are filled in; the class of the message bounds the request itself. */
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
