import type { FieldError } from '@questp/messages';
import { taskType } from './catalog.js';
import type { JsonSchema } from './json-schema.js';
import { schemaErrors } from './schema-errors.js';
import type { JsonObject } from './task-type.js';

export type Validation = { ok: true; value: JsonObject } | { ok: false; errors: FieldError[] };

/**
 * Checks the configuration of a quest as the studio sends it.
 * @returns a copy with defaults filled in, or what is wrong; pointers are relative to the configuration
 * @throws Error when the catalog has no such type
 */
export function validateConfig(taskTypeId: string, config: unknown): Validation {
  const type = taskType(taskTypeId);
  return validate(type.configSchema, config, (value) => type.checkConfig?.(value) ?? []);
}

/**
 * Checks what an earner submits.
 * @param config a valid configuration of the quest; its public part is enough
 * @returns a copy with defaults filled in, or what is wrong; pointers are relative to the inputs
 * @throws Error when the catalog has no such type
 */
export function validateInputs(taskTypeId: string, config: JsonObject, inputs: unknown): Validation {
  const type = taskType(taskTypeId);
  return validate(type.inputSchema, inputs, (value) => type.checkInputs?.(config, value) ?? []);
}

function validate(schema: JsonSchema, original: unknown, check: (value: JsonObject) => FieldError[]): Validation {
  const value = structuredClone(original) as JsonObject;
  let errors = schemaErrors(schema, value);
  if (errors.length === 0) {
    errors = check(value);
  }
  return errors.length === 0 ? { ok: true, value } : { ok: false, errors };
}
