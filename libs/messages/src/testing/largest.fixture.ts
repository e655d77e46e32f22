import {
  ADMIN_ID,
  FORMS,
  TASK_TYPE_ID,
  USER_ID,
  UUID,
  fieldsOf,
  type Field,
  type MessageClass,
} from '../language/fields/index.js';

/** Lengths that patterns imply. */
const LENGTHS = new Map<string, number>([
  [UUID.source, 36],
  [USER_ID.source, 40],
  [ADMIN_ID.source, 41],
  [`${USER_ID.source}|${ADMIN_ID.source}`, 41],
  [TASK_TYPE_ID.source, 64],
  ['^[0-9a-f]{64}$', 64],
  ['^[0-9A-F]{64}$', 64],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 40],
  ['^[1-9][0-9]{0,38}$', 39],
  ['^-?(0|[1-9][0-9]{0,38})$', 40],
]);
/** Patterns whose rule the schema states in words. */
const IN_WORDS = new Map<string, string>(
  Object.values(FORMS).flatMap((form) => ('pattern' in form ? [[`Must be ${form.is}.`, form.pattern.source]] : [])),
);
const FORMAT_LENGTHS: Readonly<Record<string, number>> = { 'date-time': 35, uuid: 36 };

/** Digits of exact integers, with a sign. */
const NUMBER_BYTES = 17;

/**
 * Maximum bytes of JSON of a value of the class, computed from the bounds of its fields; NaN if a field has no bound.
 */
export function largest(of: MessageClass): number {
  return object([...fieldsOf(of)].map(([name, field]) => [name, largestField(field)]));
}

/** Members of the class and nested classes that have no bound. */
export function unbounded(of: MessageClass, path = of.name): string[] {
  return [...fieldsOf(of)].flatMap(([name, field]) => {
    if (!Number.isNaN(largestField(field))) return [];
    const below = 'json' in field.schema ? [] : unbounded(field.schema.class(), `${path}.${name}`);
    return below.length === 0 ? [`${path}.${name}`] : below;
  });
}

/** The largest member of an object counts with its name, the colon and the comma. */
const object = (members: readonly [string, number][]): number =>
  2 + members.reduce((sum, [name, bytes]) => sum + JSON.stringify(name).length + 2 + bytes, 0);

const list = (count: number, item: number): number => 2 + (count === 0 ? 0 : count * (item + 1));

function largestField({ schema, options }: Field): number {
  const atLeastNull = options.nullable === true ? 4 : 0;
  if ('json' in schema) return Math.max(atLeastNull, schema.maxBytes ?? largestJson(schema.json));
  const item = largest(schema.class());
  if (!schema.list) return Math.max(atLeastNull, item);
  const { maxItems = NaN } = schema.more as { maxItems?: number };
  return schema.maxBytes ?? list(maxItems, item);
}

type Json = Record<string, unknown>;

function largestJson(schema: Json): number {
  if (Array.isArray(schema['enum'])) return Math.max(...schema['enum'].map((value) => JSON.stringify(value).length));
  switch (schema['type']) {
    case 'string':
      return largestText(schema);
    case 'integer':
      return NUMBER_BYTES;
    case 'boolean':
      return 5;
    case 'array': {
      const items = schema['items'] as Json;
      const options = Array.isArray(items['enum']) && schema['uniqueItems'] === true ? items['enum'].length : NaN;
      return list((schema['maxItems'] as number | undefined) ?? options, largestJson(items));
    }
    case 'object':
      return largestMap(schema);
    default:
      return NaN;
  }
}

function largestMap(schema: Json): number {
  const {
    properties,
    maxProperties = NaN,
    propertyNames,
    additionalProperties: value,
  } = schema as {
    properties?: Record<string, Json>;
    maxProperties?: number;
    propertyNames?: Json;
    additionalProperties?: Json | boolean;
  };
  if (properties !== undefined) {
    return object(Object.entries(properties).map(([name, member]) => [name, largestJson(member)]));
  }
  if (typeof value !== 'object' || propertyNames === undefined) return NaN;
  return list(maxProperties, largestJson(propertyNames) + 1 + largestJson(value));
}

interface Text {
  maxLength?: number;
  pattern?: string;
  description?: string;
  format?: string;
}

function largestText({ maxLength, description = '', pattern = IN_WORDS.get(description), format }: Text): number {
  const length = maxLength ?? LENGTHS.get(pattern ?? '') ?? FORMAT_LENGTHS[format ?? ''] ?? NaN;
  return 2 + length * bytesOfCharacter(pattern, format);
}

/**
 * Bytes of a code point in JSON: a control character has six (`\u0001`), any other at most four. One byte if the
 * pattern lists the accepted characters, all of them printable ASCII.
 */
function bytesOfCharacter(pattern: string | undefined, format: string | undefined): number {
  if (pattern === undefined) return format === 'date-time' || format === 'uuid' ? 1 : 6;
  const outsideSets = pattern
    .replaceAll('\\[', '')
    .replace(/\[(?!\^)(?:\\.|[^\]\\])*\]/g, (set) => (/\\[^wd\\.\]-]/.test(set) ? '.' : ''));
  if (/^[\w\s\-/:()|?*+{},^$&'%]*$/.test(outsideSets)) return 1;
  // Such a pattern names control characters to exclude them.
  return /\\p\{Cc\}/i.test(pattern) ? 4 : 6;
}
