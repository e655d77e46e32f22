import type { FormName } from './forms.js';
import { GLOSSARY } from './glossary.js';

// A decorated class; its instances are never constructed by callers.
export type MessageClass<T extends object = object> = abstract new () => T;

/**
 * What the gateway fills in from the request and its principal: the id of the user, operator or session, the token
 * family, the id of the user or operator (`callerId`), the project of the API key, the client, the Idempotency-Key, the
 * versions in If-Match, the description of uploaded bytes, the reader of a file (`reader`), the browser cookie, and the
 * headers by which a platform proves that a request is its own (`webhookHeaders`).
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
  | 'browser'
  | 'webhookHeaders';

/** Options of every field decorator. */
export interface FieldOptions {
  /** The member may be left out. */
  optional?: boolean;
  /** The member may be null. */
  nullable?: boolean;
  /** Value of a missing member; makes the member optional for the sender. */
  default?: unknown;
  /** Filled in by the gateway; never read from path, query or body. */
  from?: CallerValue;
  /** By default that of the glossary of ids and times. */
  description?: string;
  /** By default that of the glossary, otherwise made from the schema. */
  example?: unknown;
}

/** A message, or a list of messages with further keywords of JSON Schema. */
export interface NestedSchema {
  class: () => MessageClass;
  list: boolean;
  more: Record<string, unknown>;
  maxBytes?: number | undefined;
}

/**
 * JSON Schema (2020-12) of a value; nested messages have their own. `maxBytes` bounds its JSON in UTF-8; `form` is the
 * form of the text or of each text of a list; `enumeration` is the name of the closed set.
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
 * Declares a member of a message class. It is required and not null by default.
 * @param schema of the value itself; null and absence follow from the options
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
