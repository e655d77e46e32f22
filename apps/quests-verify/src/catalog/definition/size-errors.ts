import {
  fieldError,
  fitsLength,
  MAX_ERRORS,
  toPointer,
  type FieldError,
  type JsonType,
  type LengthUnit,
} from '@questp/messages/language';
import type { JsonSchema } from './json-schema.js';

/** Path to a value, from the inside out. It becomes a pointer only for an error. */
interface JsonPath {
  within: JsonPath | undefined;
  at: string | number;
}

const pointerTo = (place: JsonPath | undefined): string =>
  place === undefined ? '' : pointerTo(place.within) + toPointer([place.at]);

/** The keywords of a schema that bound a value. */
interface Bounds {
  type?: JsonType | JsonType[];
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | false;
}

/**
 * Errors of values that exceed the bounds of their schema: texts, lists, maps, too many unknown members, and lists or
 * objects where the schema allows none; at most 50 errors. Runs before every other check of the value, so that copies,
 * patterns and formats work on bounded input.
 */
export function sizeErrors(schema: JsonSchema, value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  measure(schema, value, undefined, errors);
  // A few unknown members are reported together with the other errors.
  const isBounded = errors.length < MAX_ERRORS && errors.every(({ code }) => code === 'UNKNOWN_MEMBER');
  return isBounded ? [] : errors;
}

function measure(schema: JsonSchema, value: unknown, place: JsonPath | undefined, errors: FieldError[]): void {
  const { type, maxLength, maxItems, items }: Bounds = schema;
  if (typeof value === 'string') {
    if (maxLength !== undefined && !fitsLength(value, 0, maxLength)) tooMany(place, maxLength, 'characters', errors);
  } else if (typeof value === 'object' && value !== null) {
    const kind = Array.isArray(value) ? 'array' : 'object';
    if (type !== kind && !type?.includes(kind)) {
      errors.push(fieldError(pointerTo(place), 'TYPE', typeof type === 'string' ? { type } : {}));
    } else if (!Array.isArray(value)) {
      measureMembers(schema, value as Record<string, unknown>, place, errors);
    } else if (maxItems !== undefined && value.length > maxItems) {
      tooMany(place, maxItems, 'items', errors);
    } else if (items !== undefined) {
      for (let at = 0; at < value.length && errors.length < MAX_ERRORS; at += 1) {
        measure(items, value[at], { within: place, at }, errors);
      }
    }
  }
}

function measureMembers(
  { maxProperties, properties = {}, additionalProperties }: Bounds,
  value: Record<string, unknown>,
  within: JsonPath | undefined,
  errors: FieldError[],
): void {
  const names = Object.keys(value);
  if (maxProperties !== undefined && names.length > maxProperties) {
    return tooMany(within, maxProperties, 'members', errors);
  }
  for (const at of names) {
    if (errors.length >= MAX_ERRORS) return;
    const below = Object.hasOwn(properties, at) ? properties[at] : additionalProperties;
    if (below) measure(below, value[at], { within, at }, errors);
    else if (below === false) {
      errors.push(fieldError(pointerTo({ within, at }), 'UNKNOWN_MEMBER'));
    }
  }
}

function tooMany(place: JsonPath | undefined, max: number, unit: LengthUnit, errors: FieldError[]): void {
  errors.push(fieldError(pointerTo(place), 'LENGTH', { max, unit }));
}
