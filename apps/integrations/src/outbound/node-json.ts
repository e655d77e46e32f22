import { parseJson } from '@questp/messages/language';

/** The response of a node does not match its API; none of it is used. */
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
export function objectsAt(parent: JsonObject, name: string, max: number): JsonObject[] {
  const value = parent[name];
  if (!Array.isArray(value)) throw new UnusableAnswer(`${name} is not a list`);
  return value.slice(0, max).map((item: unknown) => asObject(item, name));
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

function asObject(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnusableAnswer(`${name} is not an object`);
  }
  return value as JsonObject;
}
