import fc from 'fast-check';
import { type JsonSchema } from '../model/json-schema.js';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MAX = { uint16: 2 ** 16 - 1, uint32: 2 ** 32 - 1, uint64: Number.MAX_SAFE_INTEGER };

/** Valid messages of a schema, with their members in any order. */
export function validMessages(root: JsonSchema): fc.Arbitrary<Json> {
  const value = (schema: JsonSchema): fc.Arbitrary<Json> => {
    const reference = schema.$ref ?? schema.allOf?.[0].$ref;
    if (reference) return value(definition(root, reference));
    if (schema.anyOf) return fc.option(value(schema.anyOf[0]));
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map(value));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.type)) return fc.option(value({ ...schema, type: schema.type[0] }));
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'integer') return integers(schema.format);
    if (schema.type === 'string') return strings(schema);
    if (schema.type === 'array' && schema.items) return fc.array(value(schema.items), { maxLength: 3 });
    const members = Object.entries(schema.properties ?? {}).map(([key, member]) => [key, value(member)] as const);
    return fc
      .record<Record<string, Json>>(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
      .chain((object) => fc.shuffledSubarray(Object.entries(object), { minLength: Object.keys(object).length }))
      .map((entries) => Object.fromEntries(entries));
  };
  return value(root);
}

/** The one form in which a codec writes a message: members in the order of the schema, no member that may be absent is null. */
export function canonical(root: JsonSchema, message: Json): Json {
  const write = (schema: JsonSchema, json: Json): Json => {
    const reference = schema.$ref ?? schema.allOf?.[0].$ref ?? schema.anyOf?.[0].$ref;
    if (json === null) return null;
    if (reference) return write(definition(root, reference), json);
    const { items } = schema;
    if (Array.isArray(json)) return items ? json.map((item) => write(items, item)) : json;
    if (typeof json !== 'object') return json;
    if (schema.oneOf) {
      const [kind] = Object.keys(json);
      const one = schema.oneOf.find(({ required }) => required?.[0] === kind);
      return one ? write(one, json) : json;
    }
    const members = Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
      const present = json[key];
      const isAbsent = present === undefined || (present === null && !schema.required?.includes(key));
      return isAbsent ? [] : [[key, write(member, present)] as const];
    });
    return Object.fromEntries(members);
  };
  return write(root, message);
}

/** Every message that differs from `message` in one place by something that is likely, but not certainly, wrong there. */
export function* mutations(message: Json): Generator<Json> {
  for (const path of allPlaces(message, [])) {
    for (const wrong of WRONG) yield change(message, path, () => wrong);
    yield change(message, path, (json) => (isObject(json) ? { ...json, unexpected: 1 } : json));
    yield change(message, path, (json) => (isObject(json) ? Object.fromEntries(Object.entries(json).slice(1)) : json));
  }
}

const WRONG: Json[] = [
  ...[null, true, {}, [], [null], '', '0', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', 'AA==', 'AB==', 'A'],
  ...[-1, 0, 1.5, 2 ** 16 - 1, 2 ** 16, 2 ** 32 - 1, 2 ** 32, 2 ** 64, 1e21, 1e-7],
  ...[2n ** 64n - 1n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 128n, 10n ** 39n].map(String),
  ...['a'.repeat(256), 'a'.repeat(257), '\u{1f600}'.repeat(256), '\u{1f600}'.repeat(257)],
];

function allPlaces(json: Json, path: string[]): string[][] {
  if (json === null || typeof json !== 'object') return [path];
  return [path, ...Object.entries(json).flatMap(([key, value]) => allPlaces(value, [...path, key]))];
}

function change(json: Json, [key, ...rest]: string[], to: (json: Json) => Json): Json {
  if (key === undefined) return to(json);
  if (Array.isArray(json)) return json.map((item, i) => (String(i) === key ? change(item, rest, to) : item));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, name === key ? change(value, rest, to) : value]),
  );
}

const isObject = (json: Json): json is { [key: string]: Json } =>
  json !== null && typeof json === 'object' && !Array.isArray(json);

function definition(root: JsonSchema, reference: string): JsonSchema {
  const found = root.definitions?.[reference.replace('#/definitions/', '')];
  if (!found) throw new Error(`no ${reference}`);
  return found;
}

function integers(format: string | undefined): fc.Arbitrary<number> {
  const largest = format === 'uint16' || format === 'uint32' || format === 'uint64' ? MAX[format] : 0;
  return fc.oneof(fc.constantFrom(0, 1, largest), fc.nat(largest));
}

function strings({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format) {
    const max = 2n ** BigInt(format.replace('decimal-uint', '')) - 1n;
    return fc.oneof(fc.constantFrom(0n, max), fc.bigInt({ min: 0n, max })).map(String);
  }
  if (pattern) return fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  return fc.string({ unit: 'binary', minLength, maxLength: maxLength ?? 100 });
}
