import { IsString, ValidateBy, type ValidationOptions } from 'class-validator';
import { field, type FieldOptions } from './field.js';
import { UPLOADED_PICTURE, formKeywords, hasForm, type Patterned } from './forms.js';

export interface TextOptions extends FieldOptions {
  /** Characters (code points) */
  min?: number;
  max?: number;
  form?: Patterned;
  format?: string;
  /** A further class-validator rule; message-errors.ts maps its name to a code. */
  rule?: PropertyDecorator;
  /** False: accepts NUL and lone surrogates too, for texts that are only compared or hashed. */
  storable?: false;
}

/** NUL and lone surrogates: valid in a JSON string, but not in a PostgreSQL text. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A text that PostgreSQL can store. */
export const IsStorable = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isStorable',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !UNSTORABLE.test(value),
      },
    },
    options,
  );

export const HasLength = (min: number, max: number | undefined, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isLength',
      validator: { validate: (value: unknown) => typeof value === 'string' && fitsLength(value, min, max) },
    },
    options,
  );

export const HasForm = (form: Patterned, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'hasForm',
      validator: { validate: (value: unknown) => typeof value === 'string' && hasForm(form, value) },
    },
    options,
  );

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** True if a text has between `min` and `max` code points, as JSON Schema counts them. */
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

/** A string of one or more lines. */
export function Text({ min = 0, max, form, format, rule, storable, ...options }: TextOptions = {}): PropertyDecorator {
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
    ...formKeywords(form),
    ...(format === undefined ? {} : { format }),
  };
  return field(options, { json: schema, form }, [
    IsString(),
    ...(storable === false ? [] : [IsStorable()]),
    ...(min > 0 || max !== undefined ? [HasLength(min, max)] : []),
    ...(form === undefined ? [] : [HasForm(form)]),
    ...(rule === undefined ? [] : [rule]),
  ]);
}

/** One line of visible text, without hidden or reordering characters. */
export function Line({ min = 1, ...options }: TextOptions & { max: number }): PropertyDecorator {
  return Text({ min, form: 'line', ...options });
}

/** Visible text of one or more lines. */
export function Prose({ min = 1, ...options }: TextOptions & { max: number }): PropertyDecorator {
  return Text({ min, form: 'prose', ...options });
}

/** A name for URLs and file names: 3 to 40 characters of a-z, 0-9 and single inner hyphens. */
export function Slug(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 3, max: 40, form: 'slug', ...options });
}

/** The id of anything except users, operators and task types. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return Text({ form: 'uuid', format: 'uuid', ...options });
}

/** `svcuser_` and 32 hex characters (spec 2.1) */
export function UserId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ form: 'user_id', ...options });
}

/** `svcadmin_` and 32 hex characters (spec 2.1) */
export function AdminId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ form: 'admin_id', ...options });
}

/** Key of the task catalog (spec 2.4) */
export function TaskTypeId(options: FieldOptions = {}): PropertyDecorator {
  return Text({ form: 'task_type_id', ...options });
}

const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** An RFC 3339 time in the years 2000 to 2999 (UTC). Leap seconds are refused: Date and PostgreSQL have none. */
export const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && TIME.test(value) && isOnTheCalendar(value) && toUtc(value).startsWith('2');

/** The time in UTC: PostgreSQL refuses offsets of 16 hours or more. */
export function toUtc(moment: string): string {
  const [fraction = ''] = /\.\d+/.exec(moment) ?? [];
  const seconds = new Date(moment.replace(fraction, '').toUpperCase()).toISOString().slice(0, -'.000Z'.length);
  return `${seconds}${fraction}Z`;
}

/** A time with any offset. Services read it in UTC; replies contain UTC with milliseconds. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  const isTime = ValidateBy({ name: 'isTime', validator: { validate: isMoment } });
  const schema = { json: { type: 'string', format: 'date-time' }, form: 'moment' } as const;
  return field(options, schema, [IsString(), isTime]);
}

/** False for dates such as 31 June, which Date would read as 1 July. */
function isOnTheCalendar(time: string): boolean {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(time.slice(0, 10));
}

/** An absolute https URL with a public host, without user name or password. */
export function HttpsUrl({ max = 2048, ...options }: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const json = { type: 'string', format: 'uri', maxLength: max, ...formKeywords('https_url') };
  return field(options, { json, form: 'https_url' }, [
    IsString(),
    IsStorable(),
    HasLength(1, max),
    HasForm('https_url'),
  ]);
}

/**
 * URL of an image: an `HttpsUrl`, or `/v1/files/<id>/image` of an uploaded image with optional `?size=` and `?format=`.
 */
export function PictureUrl({ max = 2048, ...options }: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const json = { type: 'string', format: 'uri-reference', maxLength: max, ...formKeywords('picture_url') };
  return field(options, { json, form: 'picture_url' }, [
    IsString(),
    IsStorable(),
    HasLength(1, max),
    HasForm('picture_url'),
  ]);
}

/** The file id in the URL of an uploaded image; undefined for other URLs. */
export const uploadedPicture = (url: unknown): string | undefined =>
  typeof url === 'string' ? UPLOADED_PICTURE.exec(url)?.[1] : undefined;

/** An integer amount of base units or points as a decimal string of up to 39 digits (128 bits). */
export function Amount(options: FieldOptions = {}): PropertyDecorator {
  return Text({ form: 'amount', ...options });
}
