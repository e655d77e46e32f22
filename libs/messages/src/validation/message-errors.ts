import { MAX_ERRORS, toPointer, type FieldError, type FieldErrorCode } from '../errors/field-error.js';
import { fieldsOf, type FieldSchema, type MessageClass, type NestedSchema } from '../fields/field.js';
import { rulesOf, type Rule } from './rules.js';

/** Stable code of each class-validator constraint the field decorators use. */
const CODES: Readonly<Record<string, FieldErrorCode>> = {
  isString: 'TYPE',
  isInt: 'TYPE',
  isBoolean: 'TYPE',
  isArray: 'TYPE',
  isObject: 'TYPE',
  isLength: 'LENGTH',
  arrayMinSize: 'LENGTH',
  arrayMaxSize: 'LENGTH',
  maxBytes: 'LENGTH',
  arrayUnique: 'DUPLICATE',
  min: 'RANGE',
  max: 'RANGE',
  isIn: 'NOT_ALLOWED',
  isFree: 'NOT_ALLOWED',
  isStorable: 'CHARACTER',
  matches: 'FORMAT',
  isUrl: 'FORMAT',
  isTime: 'FORMAT',
  isHttpsAddress: 'FORMAT',
  textMap: 'FORMAT',
  textListMap: 'FORMAT',
  countsOf: 'FORMAT',
};

/**
 * What in `value`, which was parsed from JSON, does not fit the class: one error per member, at most 50; pointers are
 * relative to `value`. Unknown members are errors, too.
 */
export function messageErrors(of: MessageClass, value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  check(of, value, { path: [], errors, ignoreUnknown: false });
  return errors.slice(0, MAX_ERRORS);
}

/** Whether what the class knows of `value` fits it. Members it does not know are left alone: a newer sender adds some. */
export function isUnderstood(of: MessageClass, value: unknown): boolean {
  const errors: FieldError[] = [];
  check(of, value, { path: [], errors, ignoreUnknown: true });
  return errors.length === 0;
}

/** The message with the defaults of the members that were left out; `value` fits the class. */
export function withDefaults(of: MessageClass, value: object): object {
  const filled: Record<string, unknown> = { ...value };
  for (const [name, { options, schema }] of fieldsOf(of)) {
    const given = filled[name];
    // What is left out without a default stays out: a change keeps it.
    if (given === undefined && options.default !== undefined) filled[name] = options.default;
    else if (given !== undefined && isNested(schema)) filled[name] = nestedWithDefaults(schema.class(), given);
  }
  return filled;
}

function nestedWithDefaults(of: MessageClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: object) => withDefaults(of, item));
  return isObject(value) ? withDefaults(of, value) : value;
}

interface Check {
  path: readonly (string | number)[];
  errors: FieldError[];
  ignoreUnknown: boolean;
}

/** Goes as deep as the class does, whatever the value holds, and stops when there are errors enough. */
function check(of: MessageClass, value: unknown, { path, errors, ignoreUnknown }: Check): void {
  if (!isObject(value)) {
    errors.push({ pointer: toPointer(path), code: 'TYPE', detail: 'A JSON object is expected.' });
    return;
  }
  const fields = fieldsOf(of);
  const bad = new Set<string>();
  for (const [name, code, detail] of failuresOf(of, value)) {
    bad.add(name);
    errors.push({ pointer: toPointer([...path, name]), code, detail });
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
    errors.push({ pointer: toPointer([...path, name]), code: 'UNKNOWN_MEMBER', detail: 'There is no such member.' });
  }
}

/** The first failure of each member that is known, in the order of their declaration. */
function* failuresOf(of: MessageClass, value: Record<string, unknown>): Generator<[string, FieldErrorCode, string]> {
  const fields = fieldsOf(of);
  for (const [name, rules] of rulesOf(of)) {
    const { optional, nullable, default: byDefault } = fields.get(name)?.options ?? {};
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) {
      if (optional !== true && byDefault === undefined) yield [name, 'REQUIRED', 'The member is required.'];
      continue;
    }
    if (member === null && nullable === true) continue;
    const failed = rules.find((rule) => !rule.passes(member));
    if (failed !== undefined) yield [name, codeOf(failed), `${failed.message(member)}.`];
  }
}

function codeOf({ name }: Rule): FieldErrorCode {
  const code = CODES[name];
  if (code === undefined) throw new Error(`No field error code for the constraint ${name}`);
  return code;
}

const isNested = (schema: FieldSchema): schema is NestedSchema => !('json' in schema);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
