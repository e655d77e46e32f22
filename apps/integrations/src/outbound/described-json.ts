import { isMoment, parseJson } from '@questp/messages/language';

/** An answer does not match the published API; none of it is used. */
export class UnusableAnswer extends Error {}

/** Untrusted JSON. Each reader returns a value of its type or throws UnusableAnswer with the member's name. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function parseObject(body: Buffer): JsonObject {
  let value: unknown;
  try {
    value = parseJson(body.toString('utf8'));
  } catch {
    throw new UnusableAnswer('the answer is not JSON');
  }
  return asObject(value, 'the answer');
}

export function objectAt(parent: JsonObject, name: string): JsonObject {
  return asObject(parent[name], name);
}

/** A list of objects; only the first `max` are looked at. */
export const objectsAt = (parent: JsonObject, name: string, max?: number): JsonObject[] =>
  asObjects(parent[name], name, max);

/** A list of strings that fit the pattern. */
export function textsAt(parent: JsonObject, name: string, pattern: RegExp): string[] {
  const value = parent[name];
  if (!Array.isArray(value)) throw new UnusableAnswer(`${name} is not a list`);
  return value.map((item: unknown) => textAt({ [name]: item }, name, pattern));
}

/** Of a member that the API leaves out where it has nothing to say. */
export const optionalAt = <Value>(
  parent: JsonObject,
  name: string,
  read: (parent: JsonObject, name: string) => Value,
): Value | undefined => (parent[name] === undefined ? undefined : read(parent, name));

/** Of a member that the API documents as null where there is none. */
export const nullableAt = <Value>(
  parent: JsonObject,
  name: string,
  read: (parent: JsonObject, name: string) => Value,
): Value | null => (parent[name] === null ? null : read(parent, name));

export function flagAt(parent: JsonObject, name: string): boolean {
  const value = parent[name];
  if (typeof value !== 'boolean') throw new UnusableAnswer(`${name} is neither true nor false`);
  return value;
}

/** A time as ISO 8601 has it. */
export function timeAt(parent: JsonObject, name: string): string {
  const value = parent[name];
  if (typeof value !== 'string' || !isMoment(value)) throw new UnusableAnswer(`${name} is not a time`);
  return value;
}

/** A string that fits the pattern. */
export function textAt(parent: JsonObject, name: string, pattern: RegExp): string {
  const value = parent[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw new UnusableAnswer(`${name} is not as it should be`);
  return value;
}

/** A whole number from 0 to `max`. */
export function wholeAt(parent: JsonObject, name: string, max: number): number {
  const value = parent[name];
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > max) {
    throw new UnusableAnswer(`${name} is not as it should be`);
  }
  return Number(value);
}

export function asObjects(value: unknown, name: string, max?: number): JsonObject[] {
  if (!Array.isArray(value)) throw new UnusableAnswer(`${name} is not a list`);
  return value.slice(0, max).map((item: unknown) => asObject(item, name));
}

export function asObject(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnusableAnswer(`${name} is not an object`);
  }
  return value as JsonObject;
}
