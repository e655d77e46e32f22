import { IsString, IsUrl, Matches, ValidateBy, type ValidationOptions } from 'class-validator';
import { field, type FieldOptions } from './field.js';

export interface TextOptions extends FieldOptions {
  /** Characters (code points) */
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** What the pattern asks for, as the end of a sentence that starts with the member. */
  form?: string;
  format?: string;
  /** A further rule, as class-validator has them; its name has a code in message-errors.ts. */
  rule?: PropertyDecorator;
  /** False: takes NUL and halves of surrogate pairs, too, since the text is only compared or hashed. */
  storable?: false;
}

/** NUL and halves of surrogate pairs: valid in a JSON string, stored by no database text type. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Text that PostgreSQL stores. */
export const IsStorable = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isStorable',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !UNSTORABLE.test(value),
        defaultMessage: () => '$property holds NUL or half of a surrogate pair',
      },
    },
    options,
  );

const HasLength = (min: number, max: number | undefined): PropertyDecorator =>
  ValidateBy({
    name: 'isLength',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && fitsLength(value, min, max),
      defaultMessage: () =>
        max === undefined
          ? `$property needs at least ${min} characters`
          : `$property takes ${min} to ${max} characters`,
    },
  });

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Whether a text has between `min` and `max` code points, as JSON Schema counts them. */
export function fitsLength(text: string, min: number, max: number | undefined): boolean {
  // A text has at most as many code points as code units, and at least half as many.
  if (max !== undefined && text.length > 2 * max) return false;
  if (text.length >= 2 * min && (max === undefined || text.length <= max)) return true;
  let length = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) length -= 1;
  }
  return length >= min && (max === undefined || length <= max);
}

/** A string, over several lines if it wants to. */
export function Text({
  min = 0,
  max,
  pattern,
  form,
  format,
  rule,
  storable,
  ...options
}: TextOptions = {}): PropertyDecorator {
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(format === undefined ? {} : { format }),
  };
  return field(options, { json: schema }, [
    IsString(),
    ...(storable === false ? [] : [IsStorable()]),
    ...(min > 0 || max !== undefined ? [HasLength(min, max)] : []),
    ...(pattern === undefined ? [] : [Matches(pattern, form === undefined ? {} : { message: `$property ${form}` })]),
    ...(rule === undefined ? [] : [rule]),
  ]);
}

/**
 * What no name shows as it is: control characters, line separators, whatever has no width or turns the direction of its
 * neighbours (Unicode: Default_Ignorable_Code_Point) and the blank braille pattern.
 */
const HIDDEN = '\\p{Cc}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}\\u2800';
/** What makes one emoji of several: its form, and the joiner between two. */
const EMOJI_JOINERS =
  '(?<=\\p{Extended_Pictographic})\\ufe0f|(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})';
const SHOWN = `(?:[^${HIDDEN}]|${EMOJI_JOINERS})`;

/** One line with something to read in it, in which nothing hides or reorders what is read; read in one pass. */
export const LINE = new RegExp(`^[^\\S${HIDDEN}]*[^\\s${HIDDEN}]${SHOWN}*$`, 'u');

/**
 * Free text with something to read in it: joiners and marks of scripts stay, control characters but tabs and line breaks
 * do not, nor what turns the direction of all that follows.
 */
export const PROSE = /^(?=\s*\S)(?:[\t\n\r]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u;

/** One line with something to read in it: not blank, nothing that hides or reorders what is read. */
export function Line({ min = 1, ...options }: TextOptions & { max: number }): PropertyDecorator {
  return Text({ min, pattern: LINE, form: 'has to be one line with something to read in it', ...options });
}

/** Free text with something to read in it, over several lines if it wants to. */
export function Prose({ min = 1, ...options }: TextOptions & { max: number }): PropertyDecorator {
  return Text({ min, pattern: PROSE, form: 'takes no blank text, control or direction characters', ...options });
}

/** A name in addresses and file names: 3..40 of a-z 0-9 and single hyphens inside. */
export function Slug(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 3, max: 40, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, example: 'spring-season', ...options });
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const USER_ID = /^svcuser_[0-9a-f]{32}$/;
export const ADMIN_ID = /^svcadmin_[0-9a-f]{32}$/;
export const TASK_TYPE_ID = /^[a-z][a-z0-9_]{2,63}$/;

/** The id of anything but users, operators and task types. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: UUID, format: 'uuid', ...options });
}

/** `svcuser_` and 32 hex characters (spec 2.1) */
export function UserId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: USER_ID, ...options });
}

/** `svcadmin_` and 32 hex characters (spec 2.1) */
export function AdminId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: ADMIN_ID, ...options });
}

/** Key of the task catalog (spec 2.4) */
export function TaskTypeId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: TASK_TYPE_ID, example: 'learn_quiz', ...options });
}

const TIME = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/**
 * A moment in ISO 8601 with any offset, in the years 2000..2999 and without leap seconds, which no Date holds.
 * Replies give it in UTC with milliseconds.
 */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  const isTime = ValidateBy({
    name: 'isTime',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && TIME.test(value) && isOnTheCalendar(value),
      defaultMessage: () => '$property has to be a moment in ISO 8601 with an offset, in the years 2000 to 2999',
    },
  });
  return field({ example: '2026-05-01T12:00:00.000Z', ...options }, { json: { type: 'string', format: 'date-time' } }, [
    IsString(),
    isTime,
  ]);
}

/** False for 31 June and the like, which Date would take for 1 July. */
function isOnTheCalendar(time: string): boolean {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number) as [number, number, number];
  const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(time.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(time));
}

/** RFC 3986: an absolute https address without user name or password. */
export const HTTPS_ADDRESS = /^https:\/\/[\w.~%!$&'()*+,;=:[\]-]+([/?#](%[0-9a-fA-F]{2}|[\w.~!$&'()*+,;=:@/?#-])*)?$/;

const isHttpsAddress = (value: unknown): value is string =>
  typeof value === 'string' && HTTPS_ADDRESS.test(value) && URL.canParse(value);

/** An absolute https address without user name or password, at a public name. */
export function HttpsUrl({ max = 2048, ...options }: FieldOptions & { max?: number } = {}): PropertyDecorator {
  return field(options, { json: { type: 'string', format: 'uri', maxLength: max, pattern: HTTPS_ADDRESS.source } }, [
    IsString(),
    IsStorable(),
    HasLength(1, max),
    IsUrl({ protocols: ['https'], require_protocol: true, disallow_auth: true }),
    ValidateBy({
      name: 'isHttpsAddress',
      validator: { validate: isHttpsAddress, defaultMessage: () => '$property has to be an https address (RFC 3986)' },
    }),
  ]);
}

/** A whole amount of base units or points as a decimal string; up to 39 digits (128 bits). */
export function Amount(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: /^-?(0|[1-9]\d{0,38})$/, example: '1500', ...options });
}
