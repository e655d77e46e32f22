import { addField, fieldsOf, type Field, type MessageClass } from './field.js';

// Variants of message classes, so that a member is declared once.

/** A class with the members of others, each changed or left out; of two with one name the later one counts. */
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
  // Schemas are called like classes: one that is documented gets its name by extending this one.
  Object.defineProperty(derived, 'name', { value: '' });
  for (const [name, field] of members) addField(derived.prototype as object, name, field);
  return derived as MessageClass<T>;
}

/** Every member may be left out, and none has a default: a change, where what is absent stays. */
export function partial<T extends object>(of: MessageClass<T>): MessageClass<Partial<T>> {
  return derive<Partial<T>>([of], (_, { options, ...rest }) => ({
    ...rest,
    options: { ...options, optional: true, default: undefined },
  }));
}

/** Some of the members. */
export function pick<T extends object, const K extends keyof T & string>(
  of: MessageClass<T>,
  ...names: K[]
): MessageClass<Pick<T, K>> {
  const wanted: readonly string[] = names;
  return derive<Pick<T, K>>([of], (name, field) => (wanted.includes(name) ? field : undefined));
}

/** All members but some. */
export function omit<T extends object, const K extends keyof T & string>(
  of: MessageClass<T>,
  ...names: K[]
): MessageClass<Omit<T, K>> {
  const unwanted: readonly string[] = names;
  return derive<Omit<T, K>>([of], (name, field) => (unwanted.includes(name) ? undefined : field));
}

type Members<C> = C extends readonly [MessageClass<infer T>, ...infer Rest] ? T & Members<Rest> : unknown;

/** The members of several classes. */
export function combine<const C extends readonly MessageClass[]>(...of: C): MessageClass<Members<C> & object> {
  return derive<Members<C> & object>(of, (_, field) => field);
}
