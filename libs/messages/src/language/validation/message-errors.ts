import {
  MAX_ERRORS,
  fieldError,
  toPointer,
  type FieldError,
  type FieldErrorCode,
  type FieldLimits,
} from '../errors/field-error.js';
import type { FieldSchema } from '../fields/field.js';
import { fieldsOf, type Field, type MessageClass, type NestedSchema } from '../fields/index.js';
import { readForm, type FormName } from '../fields/forms.js';
import { toUtc } from '../fields/text.js';
import { rulesOf, type Rule } from './rules.js';

/** The stable code of each class-validator constraint, and the keyword of the schema it enforces. */
const CONSTRAINTS: Readonly<Record<string, [FieldErrorCode, ((schema: ValueSchema) => FieldLimits)?]>> = {
  isString: ['TYPE', () => ({ type: 'string' })],
  isInt: ['TYPE', () => ({ type: 'integer' })],
  isBoolean: ['TYPE', () => ({ type: 'boolean' })],
  isArray: ['TYPE', () => ({ type: 'array' })],
  isObject: ['TYPE', () => ({ type: 'object' })],
  isLength: ['LENGTH', ({ json }) => ({ ...bounds(json['minLength'], json['maxLength']), unit: 'characters' })],
  arrayMinSize: ['LENGTH', ({ json }) => ({ ...bounds(json['minItems'], json['maxItems']), unit: 'items' })],
  arrayMaxSize: ['LENGTH', ({ json }) => ({ ...bounds(json['minItems'], json['maxItems']), unit: 'items' })],
  maxBytes: ['LENGTH', ({ maxBytes }) => ({ ...bounds(undefined, maxBytes), unit: 'bytes' })],
  arrayUnique: ['DUPLICATE'],
  min: ['RANGE', ({ json }) => bounds(json['minimum'], json['maximum'])],
  max: ['RANGE', ({ json }) => bounds(json['minimum'], json['maximum'])],
  isIn: ['NOT_ALLOWED', ({ json }) => ({ allowed: json['enum'] as string[] })],
  isFree: ['NOT_ALLOWED'],
  isStorable: ['CHARACTER'],
  hasForm: ['FORMAT', formOf],
  isTime: ['FORMAT', formOf],
  textMap: ['FORMAT'],
  textListMap: ['FORMAT'],
  countsOf: ['FORMAT'],
};

type ValueSchema = Exclude<FieldSchema, NestedSchema>;

function bounds(min: unknown, max: unknown): FieldLimits {
  return { ...(typeof min === 'number' ? { min } : {}), ...(typeof max === 'number' ? { max } : {}) };
}

function formOf({ form }: ValueSchema): FieldLimits {
  return form === undefined ? {} : { form };
}

/**
 * Validates a value parsed from JSON. Returns one error per member, at most 50; pointers are relative to `value`.
 * Unknown members are errors.
 */
export function messageErrors(of: MessageClass, value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  check(of, value, { path: [], errors, ignoreUnknown: false });
  return errors.slice(0, MAX_ERRORS);
}

/** True if the known members of `value` are valid. Unknown members are ignored: a newer sender adds some. */
export function isUnderstood(of: MessageClass, value: unknown): boolean {
  const errors: FieldError[] = [];
  check(of, value, { path: [], errors, ignoreUnknown: true });
  return errors.length === 0;
}

/**
 * Reads a valid message: fills in defaults, converts times to UTC, and writes texts as their forms do.
 * @param value which has no errors
 */
export function readMessage(of: MessageClass, value: object): object {
  const filled: Record<string, unknown> = { ...value };
  for (const [name, { options, schema }] of fieldsOf(of)) {
    const given = filled[name];
    // A missing member without a default stays missing: a change keeps its value.
    if (given === undefined && options.default !== undefined) filled[name] = options.default;
    else if (given !== undefined && isNested(schema)) filled[name] = readNested(schema.class(), given);
    else if (given !== undefined && !isNested(schema) && schema.form !== undefined) {
      filled[name] = readTexts(schema.form, given);
    }
  }
  return filled;
}

function readTexts(form: FormName, value: unknown): unknown {
  // Different texts can be one once they are read.
  if (Array.isArray(value)) return [...new Set(value.map((item) => readTexts(form, item)))];
  if (typeof value !== 'string') return value;
  return form === 'moment' ? toUtc(value) : readForm(form, value);
}

function readNested(of: MessageClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: object) => readMessage(of, item));
  return isObject(value) ? readMessage(of, value) : value;
}

interface Check {
  path: readonly (string | number)[];
  errors: FieldError[];
  ignoreUnknown: boolean;
}

/** Descends as deep as the class does, and stops at the maximum number of errors. */
function check(of: MessageClass, value: unknown, { path, errors, ignoreUnknown }: Check): void {
  if (!isObject(value)) {
    errors.push(fieldError(toPointer(path), 'TYPE', { type: 'object' }));
    return;
  }
  const fields = fieldsOf(of);
  const bad = new Set<string>();
  for (const { name, error } of failuresOf(of, value, path)) {
    bad.add(name);
    errors.push(error);
  }
  for (const [name, { schema }] of fields) {
    const member = value[name];
    if (bad.has(name) || member === undefined || member === null || !isNested(schema)) continue;
    const items = schema.list ? [...(member as unknown[]).entries()] : [[undefined, member] as const];
    for (const [index, item] of items) {
      if (errors.length >= MAX_ERRORS) return;
      const below = index === undefined ? [...path, name] : [...path, name, index];
      check(schema.class(), item, { path: below, errors, ignoreUnknown });
    }
  }
  if (ignoreUnknown) return;
  for (const name of Object.keys(value)) {
    if (errors.length >= MAX_ERRORS) return;
    if (fields.has(name)) continue;
    errors.push(fieldError(toPointer([...path, name]), 'UNKNOWN_MEMBER'));
  }
}

/** The first failure of each known member, in the order of declaration. */
function* failuresOf(
  of: MessageClass,
  value: Record<string, unknown>,
  path: Check['path'],
): Generator<{ name: string; error: FieldError }> {
  const fields = fieldsOf(of);
  for (const [name, rules] of rulesOf(of)) {
    const { options, schema } = fields.get(name) as Field;
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) {
      const isNeeded = options.optional !== true && options.default === undefined;
      if (isNeeded) yield { name, error: fieldError(toPointer([...path, name]), 'REQUIRED') };
      continue;
    }
    if (member === null && options.nullable === true) continue;
    const failed = rules.find((rule) => !rule.passes(member));
    if (failed !== undefined) yield { name, error: toFieldError([...path, name], failed, schema, member) };
  }
}

/** For a rule about every item of a list or member of an object, reports the first invalid one. */
function toFieldError(path: Check['path'], rule: Rule, schema: FieldSchema, member: unknown): FieldError {
  const [code, limitsOf] = CONSTRAINTS[rule.name] ?? [];
  if (code === undefined) throw new Error(`No field error code for the constraint ${rule.name}`);
  const item = rule.firstBadItem(member);
  const at = item === undefined ? path : [...path, item];
  return fieldError(toPointer(at), code, limitsOf?.(valueSchema(schema, item !== undefined)), rule.message());
}

function valueSchema(schema: FieldSchema, ofItem: boolean): ValueSchema {
  if (isNested(schema)) return { json: schema.more, maxBytes: schema.maxBytes };
  return ofItem
    ? { ...schema, json: (schema.json['items'] ?? schema.json['additionalProperties']) as ValueSchema['json'] }
    : schema;
}

const isNested = (schema: FieldSchema): schema is NestedSchema => !('json' in schema);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
