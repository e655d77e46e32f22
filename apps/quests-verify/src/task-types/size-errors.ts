import { fitsLength, MAX_ERRORS, toPointer, type FieldError } from '@questp/messages';
import type { JsonSchema } from './json-schema.js';

type Path = readonly (string | number)[];

/** What of a schema bounds a value. */
interface Bounds {
  type?: string | string[];
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | false;
}

/**
 * Where a value is larger than its schema lets it be: texts, lists, maps, too many unknown members, and lists or objects
 * where none is taken; at most 50 errors. Asked before anything else looks at the value, so that what is copied and what
 * patterns and formats read is bounded.
 */
export function sizeErrors(schema: JsonSchema, value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  measure(schema, value, [], errors);
  // A few unknown members are told together with what else is wrong.
  const isBounded = errors.length < MAX_ERRORS && errors.every(({ code }) => code === 'UNKNOWN_MEMBER');
  return isBounded ? [] : errors;
}

function measure(schema: JsonSchema, value: unknown, path: Path, errors: FieldError[]): void {
  if (errors.length >= MAX_ERRORS) return;
  const { type, maxLength, maxItems, items }: Bounds = schema;
  const tooMany = (what: string) => {
    errors.push({ pointer: toPointer(path), code: 'LENGTH', detail: `The value has more than ${what}.` });
  };
  if (
    typeof value === 'object' &&
    value !== null &&
    ![type].flat().includes(Array.isArray(value) ? 'array' : 'object')
  ) {
    errors.push({ pointer: toPointer(path), code: 'TYPE', detail: 'The value is of another type.' });
  } else if (typeof value === 'string') {
    if (!fitsLength(value, 0, maxLength)) tooMany(`${maxLength} characters`);
  } else if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) tooMany(`${maxItems} items`);
    else if (items !== undefined) value.forEach((item, index) => measure(items, item, [...path, index], errors));
  } else if (typeof value === 'object' && value !== null) {
    measureMembers(schema, value as Record<string, unknown>, path, errors, tooMany);
  }
}

function measureMembers(
  { maxProperties, properties = {}, additionalProperties }: Bounds,
  value: Record<string, unknown>,
  path: Path,
  errors: FieldError[],
  tooMany: (what: string) => void,
): void {
  const names = Object.keys(value);
  if (maxProperties !== undefined && names.length > maxProperties) return tooMany(`${maxProperties} members`);
  for (const name of names) {
    if (errors.length >= MAX_ERRORS) return;
    const below = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const at = [...path, name];
    if (below) measure(below, value[name], at, errors);
    else if (below === false) {
      errors.push({ pointer: toPointer(at), code: 'UNKNOWN_MEMBER', detail: 'There is no such member.' });
    }
  }
}
