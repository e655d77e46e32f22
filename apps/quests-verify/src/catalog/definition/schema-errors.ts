import {
  fieldError,
  FORM_NAMES,
  FORMS,
  hasForm,
  isMoment,
  MAX_ERRORS,
  toPointer,
  type FieldError,
  type FieldErrorCode,
  type FieldLimits,
  type FormName,
  type JsonType,
  type LengthUnit,
} from '@questp/messages/language';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { lowerIds, type JsonSchema } from './json-schema.js';

/** Compiles a schema object once, when it is first used. */
const ajv = new Ajv2020({
  strict: true,
  strictTypes: true,
  strictTuples: true,
  strictRequired: true,
  allowUnionTypes: true,
  allErrors: true,
  verbose: true,
  useDefaults: true,
  formats: {
    uri: (value: string) => hasForm('web_url', value),
    email: fullFormats.email,
    date: fullFormats.date,
    'date-time': isMoment,
    'transaction-hash': (value: string) => hasForm('any_transaction_hash', value),
  },
});

/** Error code of each keyword of JSON Schema. */
const CODES: Readonly<Record<string, FieldErrorCode>> = {
  additionalProperties: 'UNKNOWN_MEMBER',
  required: 'REQUIRED',
  type: 'TYPE',
  enum: 'NOT_ALLOWED',
  const: 'NOT_ALLOWED',
  pattern: 'FORMAT',
  format: 'FORMAT',
  minLength: 'LENGTH',
  maxLength: 'LENGTH',
  minItems: 'LENGTH',
  minProperties: 'LENGTH',
  maxItems: 'LENGTH',
  maxProperties: 'LENGTH',
  minimum: 'RANGE',
  maximum: 'RANGE',
  uniqueItems: 'DUPLICATE',
};

/**
 * Errors of `value` against the schema, at most 50; pointers are RFC 6901, relative to `value`. Run sizeErrors first.
 * Defaults of the schema are filled into `value` itself, and its ids are brought to lower case.
 */
export function schemaErrors(schema: JsonSchema, value: unknown): FieldError[] {
  lowerIds(schema, value);
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).slice(0, MAX_ERRORS).map(toFieldError);
}

/** Name of the form that a pattern or format of a schema requires. */
const FORM_OF = new Map<string, FormName>([
  ...FORM_NAMES.flatMap((name): [string, FormName][] => {
    const form = FORMS[name];
    return 'pattern' in form ? [[form.pattern.source, name]] : [];
  }),
  ['uri', 'web_url'],
  ['email', 'email'],
  ['date', 'date'],
  ['date-time', 'moment'],
  ['transaction-hash', 'any_transaction_hash'],
]);

const UNITS: Readonly<Record<string, LengthUnit>> = {
  Length: 'characters',
  Items: 'items',
  Properties: 'members',
};

function toFieldError({ keyword, instancePath, params, parentSchema = {} }: ErrorObject): FieldError {
  const details: Record<string, unknown> = params;
  const member = keyword === 'required' ? details['missingProperty'] : details['additionalProperty'];
  const pointer = typeof member === 'string' ? `${instancePath}${toPointer([member])}` : instancePath;
  return fieldError(pointer, codeOf(keyword), limitsOf(keyword, parentSchema));
}

/** Bounds of the schema that the value violates. */
function limitsOf(keyword: string, schema: Record<string, unknown>): FieldLimits {
  const name = keyword.replace(/^(min|max)/, '');
  const bounds = (least: string, greatest: string): FieldLimits => {
    const [min, max] = [schema[least], schema[greatest]];
    return { ...(typeof min === 'number' ? { min } : {}), ...(typeof max === 'number' ? { max } : {}) };
  };
  switch (codeOf(keyword)) {
    case 'TYPE': {
      const { type } = schema as { type?: JsonType | JsonType[] };
      return typeof type === 'string' ? { type } : {};
    }
    case 'LENGTH':
      return { ...bounds(`min${name}`, `max${name}`), unit: UNITS[name] };
    case 'RANGE':
      return bounds('minimum', 'maximum');
    case 'FORMAT': {
      const form = FORM_OF.get(String(schema[keyword]));
      return form === undefined ? {} : { form };
    }
    case 'NOT_ALLOWED':
      return { allowed: [schema['enum'] ?? schema['const']].flat().map(String) };
    default:
      return {};
  }
}

/** @throws Error for a keyword that the table lacks: our own schemas use only keywords of the table */
function codeOf(keyword: string): FieldErrorCode {
  const code = CODES[keyword];
  if (code === undefined) throw new Error(`No field error code for the keyword ${keyword}`);
  return code;
}
