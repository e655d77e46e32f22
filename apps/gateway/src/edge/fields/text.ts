import { IsISO8601, IsString, IsUrl, Length, Matches } from 'class-validator';
import { field, type FieldOptions } from './field.js';

interface TextOptions extends FieldOptions {
  /** Characters (code points) */
  min?: number;
  max?: number;
  pattern?: RegExp;
  format?: string;
}

/** A string, over several lines if it wants to. */
export function Text({ min = 0, max, pattern, format, ...options }: TextOptions = {}): PropertyDecorator {
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(format === undefined ? {} : { format }),
  };
  return field(options, schema, [
    IsString(),
    ...(min > 0 || max !== undefined ? [Length(min, max)] : []),
    ...(pattern === undefined ? [] : [Matches(pattern)]),
  ]);
}

/** One line with something to read in it: no control characters, not blank. */
export function Line({ min = 1, ...options }: TextOptions & { max: number }): PropertyDecorator {
  return Text({ min, pattern: /^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u, ...options });
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

/** An instant in ISO 8601 with the zone Z. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'date-time' };
  return field({ example: '2026-05-01T12:00:00.000Z', ...options }, schema, [
    IsString(),
    Matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/),
    IsISO8601({ strict: true, strictSeparator: true }),
  ]);
}

/** An https address of at most 2048 characters. */
export function HttpsUrl(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', format: 'uri', maxLength: 2048 }, [
    IsString(),
    Length(1, 2048),
    IsUrl({ protocols: ['https'], require_protocol: true }),
  ]);
}

/** A whole amount of base units or points as a decimal string; up to 39 digits (128 bits). */
export function Amount(options: FieldOptions = {}): PropertyDecorator {
  return Text({ pattern: /^-?(0|[1-9]\d{0,38})$/, example: '1500', ...options });
}
