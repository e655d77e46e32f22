import type { FormName } from './forms.js';
import { GLOSSARY } from './glossary.js';

// A decorated class; its instances are never constructed by callers.
export type MessageClass<T extends object = object> = abstract new () => T;

/**
 * What the gateway knows about an HTTP request besides its path, query and body:
 * the asking user's, operator's or session's id, the family of the token, the id of the asking user or operator
 * (`callerId`), the project of an API key, where the request came from, its Idempotency-Key, the
 * versions its If-Match names, what it says of the bytes it brings, who reads the bytes it asks for (`reader`), and
 * what our cookie says of the browser.
 */
export type CallerValue =
  | 'userId'
  | 'adminId'
  | 'callerId'
  | 'sessionId'
  | 'family'
  | 'apiKeyProjectId'
  | 'client'
  | 'idempotency'
  | 'ifMatch'
  | 'upload'
  | 'reader'
  | 'browser';

/** What every field decorator takes. */
export interface FieldOptions {
  /** The member may be left out. */
  optional?: boolean;
  /** The member may be null. */
  nullable?: boolean;
  /** The value of a member that is left out; makes it optional for the sender. */
  default?: unknown;
  /** Filled in by the gateway, never taken from path, query or body of an HTTP request. */
  from?: CallerValue;
  /** By default that of the glossary of ids and times. */
  description?: string;
  /** By default that of the glossary, otherwise made from the schema. */
  example?: unknown;
}

/** A member that is a message, or a list of messages with further keywords of JSON Schema. */
export interface NestedSchema {
  class: () => MessageClass;
  list: boolean;
  more: Record<string, unknown>;
  maxBytes?: number | undefined;
}

/**
 * JSON Schema (2020-12) of a value; nested messages have schemas of their own. `maxBytes` is of its JSON in UTF-8,
 * `form` that of the text, or of the texts of a list; `enumeration` the name of the set it is, or they are, of.
 */
export type FieldSchema =
  | {
      json: Record<string, unknown>;
      form?: FormName | undefined;
      enumeration?: string | undefined;
      maxBytes?: number | undefined;
    }
  | NestedSchema;

/** One member of a message: the schema that describes it and the validators that check it, written once. */
export interface Field {
  options: FieldOptions;
  schema: FieldSchema;
  validators: readonly PropertyDecorator[];
}

const own = new WeakMap<object, Map<string, Field>>();

/**
 * Declares a member of a message class. It is required and not null unless the options say otherwise.
 * @param schema of the value alone; null and absence follow from the options
 */
export function field(options: FieldOptions, schema: FieldSchema, validators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) =>
    addField(target, String(key), { options: { ...GLOSSARY[String(key)], ...options }, schema, validators });
}

export function addField(target: object, name: string, declared: Field): void {
  for (const validator of declared.validators) validator(target, name);
  const fields = own.get(target) ?? new Map<string, Field>();
  own.set(target, fields.set(name, declared));
}

const known = new WeakMap<MessageClass, ReadonlyMap<string, Field>>();

/** The members of a message class, inherited ones first. */
export function fieldsOf(of: MessageClass): ReadonlyMap<string, Field> {
  const remembered = known.get(of);
  if (remembered) return remembered;
  const chain: object[] = [];
  for (let at = of.prototype as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    chain.unshift(at);
  }
  const fields = new Map(chain.flatMap((prototype) => [...(own.get(prototype) ?? [])]));
  known.set(of, fields);
  return fields;
}
