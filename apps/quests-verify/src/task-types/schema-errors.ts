import type { FieldError } from '@questp/messages';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { escapePointer } from '../rules/json-pointer.js';
import type { JsonSchema } from './json-schema.js';

const MAX_ERRORS = 50;

const isRfc3986 = fullFormats.uri as (value: string) => boolean;

/** Compiles a schema object once, when it is first used. */
const ajv = new Ajv2020({
  strict: true,
  strictTypes: true,
  strictTuples: true,
  strictRequired: true,
  allowUnionTypes: true,
  allErrors: true,
  useDefaults: true,
  formats: {
    uri: (value: string) => isRfc3986(value) && URL.canParse(value),
    uuid: fullFormats.uuid,
    email: fullFormats.email,
    date: fullFormats.date,
    'date-time': fullFormats['date-time'],
  },
});

/** Keyword of JSON Schema -> code of the error it leads to. */
const CODES: Record<string, string> = {
  additionalProperties: 'UNKNOWN_MEMBER',
  required: 'REQUIRED',
  type: 'WRONG_TYPE',
  enum: 'NOT_ALLOWED',
  const: 'NOT_ALLOWED',
  pattern: 'WRONG_FORMAT',
  format: 'WRONG_FORMAT',
  minLength: 'TOO_SHORT',
  maxLength: 'TOO_LONG',
  minItems: 'TOO_FEW',
  minProperties: 'TOO_FEW',
  maxItems: 'TOO_MANY',
  maxProperties: 'TOO_MANY',
  minimum: 'TOO_SMALL',
  maximum: 'TOO_LARGE',
  uniqueItems: 'DUPLICATE',
};

/**
 * What in `value` does not fit the schema, at most 50 errors; pointers are RFC 6901, relative to `value`.
 * Defaults of the schema are filled into `value` itself.
 */
export function schemaErrors(schema: JsonSchema, value: unknown): FieldError[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).slice(0, MAX_ERRORS).map(toFieldError);
}

function toFieldError({ keyword, instancePath, params, message }: ErrorObject): FieldError {
  const details: Record<string, unknown> = params;
  const member = keyword === 'required' ? details['missingProperty'] : details['additionalProperty'];
  return {
    pointer: typeof member === 'string' ? `${instancePath}/${escapePointer(member)}` : instancePath,
    code: CODES[keyword] ?? 'INVALID',
    detail: `The value ${message ?? 'does not fit'}.`,
  };
}
