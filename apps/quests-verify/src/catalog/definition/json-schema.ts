import { FORMS } from '@questp/messages';

/** A configuration or inputs, checked against the schema of the task type. */
export type JsonObject = Record<string, unknown>;

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object that refuses unknown members. */
export function object(properties: Record<string, JsonSchema>, required: string[] = [], more: JsonSchema = {}) {
  return { type: 'object', properties, required, additionalProperties: false, ...more } satisfies JsonSchema;
}

/** A text of 1..maxLength code points, over several lines if it wants to, that turns no direction. */
export function text(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'string', description, minLength: 1, maxLength, pattern: FORMS.prose.pattern.source, ...more };
}

/** One line of text of 1..maxLength code points, in which nothing hides or reorders what is read. */
export function line(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  return text(description, maxLength, { pattern: FORMS.line.pattern.source, ...more });
}

/** An id that a team gives out in a configuration; it may be the name of a member of what earners send. */
export function memberName(description: string, more: JsonSchema = {}): JsonSchema {
  return text(description, 40, { pattern: FORMS.member_name.pattern.source, ...more });
}

/** An absolute http or https URL without user name or password. */
export function httpUrl(description: string): JsonSchema {
  return text(description, 2048, { format: 'uri', pattern: FORMS.web_url.pattern.source });
}

export function integer(description: string, minimum: number, maximum: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'integer', description, minimum, maximum, ...more };
}

export function flag(description: string, byDefault: boolean): JsonSchema {
  return { type: 'boolean', description, default: byDefault };
}

export function choice(description: string, values: readonly string[], more: JsonSchema = {}): JsonSchema {
  return { type: 'string', description, enum: values, ...more };
}

/** A list of 1..maxItems different texts. */
export function list(description: string, items: JsonSchema, maxItems: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', description, items, minItems: 1, maxItems, uniqueItems: true, ...more };
}

/**
 * A list of 1..maxItems objects. That their ids differ is checked by duplicateIds: comparing whole objects takes a time
 * that grows with the square of the list.
 */
export function listOfObjects(description: string, items: JsonSchema, maxItems: number, more: JsonSchema = {}) {
  return { type: 'array', description, items, minItems: 1, maxItems, ...more } satisfies JsonSchema;
}

/** For types that take nothing. */
export const NOTHING = object({});
