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

/** A list of objects; only the first `max` are read. */
export const objectsAt = (parent: JsonObject, name: string, max?: number): JsonObject[] =>
  asObjects(parent[name], name, max);

/**
 * Reads the items of a list one by one. One that cannot be read is left out, and `unread` says why: it could be the one
 * that is looked for, so that only what was found among the others is known.
 */
export function readEach<Value>(
  items: readonly unknown[],
  read: (item: JsonObject) => Value,
): { values: Value[]; unread: UnusableAnswer | undefined } {
  const values: Value[] = [];
  let unread: UnusableAnswer | undefined;
  for (const item of items) {
    try {
      values.push(read(asObject(item, 'an item')));
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      unread = error;
    }
  }
  return { values, unread };
}

export function listAt(parent: JsonObject, name: string): readonly unknown[] {
  const value = parent[name];
  if (!Array.isArray(value)) throw new UnusableAnswer(`${name} is not a list`);
  return value as unknown[];
}

/** A list of strings that fit the pattern. */
export const textsAt = (parent: JsonObject, name: string, pattern: RegExp): string[] =>
  listAt(parent, name).map((item) => textAt({ [name]: item }, name, pattern));

/** Reads a member that the API omits if it has no value. */
export const optionalAt = <Value>(
  parent: JsonObject,
  name: string,
  read: (parent: JsonObject, name: string) => Value,
): Value | undefined => (parent[name] === undefined ? undefined : read(parent, name));

/** Reads a member that the API documents as null if it has no value. */
export const nullableAt = <Value>(
  parent: JsonObject,
  name: string,
  read: (parent: JsonObject, name: string) => Value,
): Value | null => (parent[name] === null ? null : read(parent, name));

/** The values read from a list. */
export type ReadItems<Value> = ReturnType<typeof readEach<Value>>;

/** Whether an item fits. @throws UnusableAnswer if none does and one could not be read, which might */
export function hasOne<Item>({ values, unread }: ReadItems<Item>, fits: (item: Item) => boolean): boolean {
  if (values.some(fits)) return true;
  if (unread !== undefined) throw unread;
  return false;
}

/** Undefined: it reads a member that does not match the API. */
export function whether<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnusableAnswer) return undefined;
    throw error;
  }
}

/**
 * Whether all conditions hold; undefined: none is false, and one reads a member that does not match the API. Conditions
 * after a false one are not tried.
 */
export function holdsAll(...conditions: readonly (() => boolean)[]): boolean | undefined {
  let holds: boolean | undefined = true;
  for (const condition of conditions) {
    const one = whether(condition);
    if (one === false) return false;
    holds &&= one;
  }
  return holds;
}

/** An item of a list that begins with the newest, as far as it could be read. */
export interface Looked {
  /** Undefined: it is no object. */
  item?: JsonObject;
  /** Whether it is recent and all conditions hold; undefined: they might, and it does not match the API. */
  fits: boolean | undefined;
  isOlder: boolean;
}

/**
 * Looks at an item of a list that begins with the newest.
 *
 * @param timeName the member with its time
 * @param since in milliseconds
 */
export function lookAt(
  value: unknown,
  timeName: string,
  since: number,
  conditions: (item: JsonObject) => readonly (() => boolean)[],
): Looked {
  const item = whether(() => asObject(value, 'an item'));
  if (item === undefined) return { fits: undefined, isOlder: false };
  const isRecent = () => Date.parse(timeAt(item, timeName)) >= since;
  return { item, fits: holdsAll(isRecent, ...conditions(item)), isOlder: whether(isRecent) === false };
}

export function flagAt(parent: JsonObject, name: string): boolean {
  const value = parent[name];
  if (typeof value !== 'boolean') throw new UnusableAnswer(`${name} is neither true nor false`);
  return value;
}

/** A time in ISO 8601. */
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
