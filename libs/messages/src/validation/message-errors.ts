import { validateSync, type ValidationError } from 'class-validator';
import { toPointer, type FieldError, type FieldErrorCode } from '../errors/field-error.js';
import { fieldsOf, type Field, type MessageClass } from '../fields/field.js';

/** Stable code of each class-validator constraint the field decorators use. */
const CODES: Readonly<Record<string, FieldErrorCode>> = {
  isString: 'TYPE',
  isInt: 'TYPE',
  isBoolean: 'TYPE',
  isArray: 'TYPE',
  isObject: 'TYPE',
  nestedValidation: 'TYPE',
  isLength: 'LENGTH',
  arrayMinSize: 'LENGTH',
  arrayMaxSize: 'LENGTH',
  arrayUnique: 'DUPLICATE',
  min: 'RANGE',
  max: 'RANGE',
  isIn: 'NOT_ALLOWED',
  isStorable: 'CHARACTER',
  matches: 'FORMAT',
  isUrl: 'FORMAT',
  isTime: 'FORMAT',
  isHttpsAddress: 'FORMAT',
  textMap: 'FORMAT',
  textListMap: 'FORMAT',
  countsOf: 'FORMAT',
  whitelistValidation: 'UNKNOWN_MEMBER',
};

const MAX_ERRORS = 50;

/**
 * What in `value` does not fit the class, at most 50 errors; pointers are relative to `value`.
 * Unknown members are errors, too.
 */
export function messageErrors(of: MessageClass, value: unknown): FieldError[] {
  if (!isObject(value)) return [{ pointer: '', code: 'TYPE', detail: 'A JSON object is expected.' }];
  const failures = validateSync(instance(of, value), {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    stopAtFirstError: true,
  });
  return failures.flatMap((failure) => fieldErrors(failure, [])).slice(0, MAX_ERRORS);
}

/** The message with the defaults of the members that were left out. */
export function withDefaults(of: MessageClass, value: object): object {
  const filled: Record<string, unknown> = { ...value };
  for (const [name, { options }] of fieldsOf(of)) {
    if (options.default !== undefined) filled[name] ??= options.default;
  }
  return filled;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** class-validator finds the rules of an object by its prototype. */
function instance(of: MessageClass, value: Record<string, unknown>): object {
  const made = Object.create(of.prototype as object) as Record<string, unknown>;
  const fields = fieldsOf(of);
  for (const [name, member] of Object.entries(value)) made[name] = nestedInstance(fields.get(name), member);
  return made;
}

function nestedInstance(field: Field | undefined, value: unknown): unknown {
  if (field === undefined || 'json' in field.schema) return value;
  const { class: of, list } = field.schema;
  if (!list) return isObject(value) ? instance(of(), value) : value;
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isObject(item) ? instance(of(), item) : item));
}

function fieldErrors(failure: ValidationError, above: readonly string[]): FieldError[] {
  const path = [...above, failure.property];
  const isMissing = failure.value === undefined;
  const own = Object.entries(failure.constraints ?? {}).map(([constraint, message]): FieldError => {
    const code = CODES[constraint];
    if (code === undefined) throw new Error(`No field error code for the constraint ${constraint}`);
    return isMissing
      ? { pointer: toPointer(path), code: 'REQUIRED', detail: 'The member is required.' }
      : { pointer: toPointer(path), code, detail: sentence(message, failure.property) };
  });
  return [...own, ...(failure.children ?? []).flatMap((child) => fieldErrors(child, path))];
}

const sentence = (message: string, property: string) =>
  `${message.startsWith('property ') ? `The member ${property} is not known` : message.replace(/^nested property /, '')}.`;
