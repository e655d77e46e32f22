import { validateSync, type ValidationError } from 'class-validator';
import { toPointer, type FieldError, type FieldErrorCode } from '../errors/field-error.js';
import { fieldsOf, type FieldSchema, type MessageClass, type NestedSchema } from '../fields/field.js';
import { combine } from '../fields/mapped.js';

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

const MAX_ERRORS = 50;

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
  for (const failure of failuresOf(of, value)) {
    bad.add(failure.property);
    errors.push(toFieldError(failure, path));
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

const flat = new WeakMap<MessageClass, object>();

/** The prototype by which class-validator finds the rules of an object: those of fieldsOf, and none that are overridden. */
function rulesOf(of: MessageClass): object {
  const prototype = flat.get(of) ?? (combine(of).prototype as object);
  flat.set(of, prototype);
  return prototype;
}

/** The first failure of each known member, its own members aside. */
function failuresOf(of: MessageClass, value: Record<string, unknown>): ValidationError[] {
  const instance = Object.create(rulesOf(of)) as Record<string, unknown>;
  // Unknown names, __proto__ among them, stay away from it.
  for (const name of fieldsOf(of).keys()) instance[name] = value[name];
  return validateSync(instance, { forbidUnknownValues: false, stopAtFirstError: true });
}

function toFieldError({ property, value, constraints }: ValidationError, above: Check['path']): FieldError {
  const pointer = toPointer([...above, property]);
  if (value === undefined) return { pointer, code: 'REQUIRED', detail: 'The member is required.' };
  const [constraint, message] = Object.entries(constraints ?? {})[0] ?? ['none', ''];
  const code = CODES[constraint];
  if (code === undefined) throw new Error(`No field error code for the constraint ${constraint}`);
  return { pointer, code, detail: `${message}.` };
}

const isNested = (schema: FieldSchema): schema is NestedSchema => !('json' in schema);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
