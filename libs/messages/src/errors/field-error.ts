/** Codes of single bad members; part of the API, one vocabulary for bodies, queries, configurations and inputs. */
export const FIELD_ERROR_CODES = {
  REQUIRED: 'The member is missing',
  UNKNOWN_MEMBER: 'No such member is taken here',
  TYPE: 'The value is of another JSON type',
  LENGTH: 'The text or list is too short or too long',
  RANGE: 'The number, amount or moment is too small or too large',
  FORMAT: 'The text has another form',
  NOT_ALLOWED: 'The value is none of those that are taken here',
  WEAK: 'The password or code is too easy to guess',
  DUPLICATE: 'The list holds something twice',
  CHARACTER: 'The text holds characters that cannot be stored',
  UNKNOWN_QUESTION: 'The quiz has no such question',
  UNKNOWN_OPTION: 'The question has no such option',
} as const;

export type FieldErrorCode = keyof typeof FIELD_ERROR_CODES;

/** One bad member of a request: `pointer` is an RFC 6901 JSON pointer into the body, or `?name` for a query parameter. */
export interface FieldError {
  pointer: string;
  code: FieldErrorCode;
  detail: string;
}

/** Errors that are told at a time. */
export const MAX_ERRORS = 50;

const LONGEST_NAME = 100;

/** RFC 6901. Of a longer name, which no member of ours has, the beginning is told: a body's worth of it is no help. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${beginning(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const beginning = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME).replace(/[\ud800-\udbff]$/, '')}…`;
