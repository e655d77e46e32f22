import { addField, fieldsOf, type Field, type MessageClass } from './field.js';

// Variants of message classes, so that each member is declared once.

/**
 * A class with the members of other classes, each changed or left out. If two have the same name, the later one counts.
 */
function derive<T extends object>(
  bases: readonly MessageClass[],
  change: (name: string, field: Field) => Field | undefined,
): MessageClass<T> {
  const members = new Map<string, Field>();
  for (const base of bases) {
    for (const [name, field] of fieldsOf(base)) {
      const changed = change(name, field);
      if (changed) members.set(name, changed);
    }
  }
  const derived: MessageClass = class {};
  // A schema has the name of its class: extend this class to name a documented schema.
  Object.defineProperty(derived, 'name', { value: '' });
  for (const [name, field] of members) addField(derived.prototype as object, name, field);
  return derived as MessageClass<T>;
}

/** Makes every member optional, without defaults: in a change, a missing member keeps its value. */
export function partial<T extends object>(of: MessageClass<T>): MessageClass<Partial<T>> {
  return derive<Partial<T>>([of], (_, { options, ...rest }) => ({
    ...rest,
    options: { ...options, optional: true, default: undefined },
  }));
}

/** A class with the named members only. */
export function pick<T extends object, const K extends keyof T & string>(
  of: MessageClass<T>,
  ...names: K[]
): MessageClass<Pick<T, K>> {
  const wanted: readonly string[] = names;
  return derive<Pick<T, K>>([of], (name, field) => (wanted.includes(name) ? field : undefined));
}

/** A class without the named members. */
export function omit<T extends object, const K extends keyof T & string>(
  of: MessageClass<T>,
  ...names: K[]
): MessageClass<Omit<T, K>> {
  const unwanted: readonly string[] = names;
  return derive<Omit<T, K>>([of], (name, field) => (unwanted.includes(name) ? undefined : field));
}

type Members<C> = C extends readonly [MessageClass<infer T>, ...infer Rest] ? T & Members<Rest> : unknown;

/** A class with the members of several classes. */
export function combine<const C extends readonly MessageClass[]>(...of: C): MessageClass<Members<C> & object> {
  return derive<Members<C> & object>(of, (_, field) => field);
}
