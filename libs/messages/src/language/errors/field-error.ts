import type { ErrorCode } from './error-table.js';
import { FORMS, type FormName } from '../fields/index.js';

/** Codes of invalid members. They are part of the API and the same for bodies, queries, configurations and inputs. */
export const FIELD_ERROR_CODES = {
  REQUIRED: 'The member is missing',
  UNKNOWN_MEMBER: 'Unknown member',
  TYPE: 'The value is of another JSON type than `type`',
  LENGTH: 'The text, list or object is shorter than `min` or longer than `max`, counted in `unit`',
  RANGE: 'The number is below `min` or above `max`, the amount does not fit, or the moment is not after `after`',
  FORMAT: 'The text does not have the form named by `form`',
  NOT_ALLOWED: 'The value is not allowed; `allowed` lists the allowed values if they can be listed',
  WEAK: 'The password or code is too easy to guess',
  DUPLICATE: 'The list contains a duplicate',
  CHARACTER: 'The text contains characters that cannot be stored',
  UNKNOWN_QUESTION: 'The quiz has no such question',
  UNKNOWN_OPTION: 'The question has no such option',
  REFUSED: 'The row is refused; `because` is its error code',
} as const;

export type FieldErrorCode = keyof typeof FIELD_ERROR_CODES;
export const FIELD_CODE_NAMES = Object.keys(FIELD_ERROR_CODES) as FieldErrorCode[];

/** JSON types; `integer` is a number without a fraction. */
export const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** Unit of a length: code points, items of a list, members of an object, or bytes of JSON in UTF-8. */
export const LENGTH_UNITS = ['characters', 'items', 'members', 'bytes'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** The limits of a valid value as data, so that a front-end can write its own text. */
export interface FieldLimits {
  type?: JsonType;
  min?: number;
  max?: number;
  unit?: LengthUnit;
  form?: FormName;
  allowed?: string[];
  /** ISO 8601 UTC with milliseconds. */
  after?: string;
  because?: ErrorCode;
}

/**
 * One invalid member of a request. `pointer` is a JSON pointer (RFC 6901) into the body, `?name` for a query parameter,
 * or `#row=n` (RFC 7111) for a row of a CSV file, counted from 1 with the header. `detail` is a sentence to show beside
 * the label of the member.
 */
export interface FieldError extends FieldLimits {
  pointer: string;
  code: FieldErrorCode;
  detail: string;
}

/** Maximum errors per answer, and maximum accepted values per error. */
export const MAX_ERRORS = 50;
export const MAX_ALLOWED = 50;

/** @param detail if the sentence made from the code and limits is not enough */
export function fieldError(
  pointer: string,
  code: FieldErrorCode,
  limits: FieldLimits = {},
  detail?: string,
): FieldError {
  const { allowed, ...rest } = limits;
  const shown = allowed === undefined || allowed.length > MAX_ALLOWED ? rest : limits;
  return { pointer, code, detail: detail ?? sentence(code, shown), ...shown };
}

const TYPES: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function sentence(code: FieldErrorCode, { type, form, allowed, after, ...bounds }: FieldLimits): string {
  switch (code) {
    case 'REQUIRED':
      return 'Is required.';
    case 'UNKNOWN_MEMBER':
      return 'Unknown field.';
    case 'TYPE':
      return type === undefined ? 'Wrong type.' : `Must be ${TYPES[type]}.`;
    case 'LENGTH':
      return `Must have ${span(bounds)} ${bounds.unit === 'bytes' ? 'bytes of JSON' : (bounds.unit ?? 'characters')}.`;
    case 'RANGE':
      return after === undefined ? `Must be ${span(bounds)}.` : `Must be later than ${after}.`;
    case 'FORMAT':
      return form === undefined ? 'Wrong format.' : `Must be ${FORMS[form].is}.`;
    case 'NOT_ALLOWED':
      return allowed === undefined ? 'Value not allowed.' : `Must be one of: ${allowed.join(', ')}.`;
    case 'WEAK':
      return 'Is too easy to guess.';
    case 'DUPLICATE':
      return 'Contains duplicates.';
    case 'CHARACTER':
      return 'Contains characters that cannot be stored (NUL, or half of a surrogate pair).';
    case 'UNKNOWN_QUESTION':
      return 'The quiz has no such question.';
    case 'UNKNOWN_OPTION':
      return 'There is no such option.';
    case 'REFUSED':
      return 'Is refused.';
  }
}

function span({ min, max }: Pick<FieldLimits, 'min' | 'max'>): string {
  if (max === undefined) return `at least ${min ?? 0}`;
  if (min === undefined) return `at most ${max}`;
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}

const MAX_NAME_CHARACTERS = 100;

/** RFC 6901. A name longer than any known member is cut off. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${beginning(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const beginning = (name: string): string =>
  name.length <= MAX_NAME_CHARACTERS ? name : `${name.slice(0, MAX_NAME_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
