import { FORMS } from '@questp/messages/language';

/** A configuration or inputs that fit the schema of the task type. */
export type JsonObject = Record<string, unknown>;

export declare const VALUE: unique symbol;

/** Marks of configuration members. They are symbols, so that they are not part of the schema that clients read. */
const SHOWN: unique symbol = Symbol('shown');
const KEPT_WHILE: unique symbol = Symbol('keptWhile');
const CHAIN: unique symbol = Symbol('chain');
const ID: unique symbol = Symbol('id');

/** A JSON Schema (2020-12) as plain data. @typeParam Value type of valid values, with defaults filled in */
export type JsonSchema<Value = unknown> = Keywords & {
  readonly properties?: Members;
  readonly items?: JsonSchema;
  readonly [VALUE]?: Value;
  readonly [SHOWN]?: true;
  readonly [KEPT_WHILE]?: KeptWhile;
  readonly [CHAIN]?: true;
  readonly [ID]?: true;
};

type Keywords = Readonly<Record<string, unknown>>;

export type Members = Readonly<Record<string, JsonSchema>>;

/** Type of the values that fit a schema. */
export type ValueOf<Schema extends JsonSchema> = Exclude<Schema[typeof VALUE], undefined>;

/** A schema with a default for a missing member. */
export type Defaulted<Value> = JsonSchema<Value> & { readonly default: unknown };

/** Names of the members that are present once defaults are filled in. */
type Present<M extends Members, Required extends keyof M> =
  | Required
  | { [Name in keyof M]: M[Name] extends { readonly default: unknown } ? Name : never }[keyof M];

type Flat<T> = { [Name in keyof T]: T[Name] };

export type ObjectValue<M extends Members, Required extends keyof M> = Flat<
  { [Name in Present<M, Required>]: ValueOf<M[Name]> } & {
    [Name in Exclude<keyof M, Present<M, Required>>]?: ValueOf<M[Name]>;
  }
>;

/** An object that refuses unknown members. */
export function object<const M extends Members, const Required extends keyof M & string = never>(
  properties: M,
  required: readonly Required[] = [],
  more: Keywords = {},
): JsonSchema<ObjectValue<M, Required>> {
  return { type: 'object', properties, required, additionalProperties: false, ...more };
}

/** A text of 1..maxLength code points, also of several lines, without bidirectional control characters. */
export function text(description: string, maxLength: number, more: Keywords = {}): JsonSchema<string> {
  return { type: 'string', description, minLength: 1, maxLength, pattern: FORMS.prose.pattern.source, ...more };
}

/** One line of text of 1..maxLength code points, without invisible or bidirectional control characters. */
export function line(description: string, maxLength: number): JsonSchema<string> {
  return text(description, maxLength, { pattern: FORMS.line.pattern.source });
}

/** A text of 1..maxLength code points in a format of schema-errors.ts. */
export function formatted(description: string, maxLength: number, format: string): JsonSchema<string> {
  return { type: 'string', description, minLength: 1, maxLength, format };
}

/** An id that a team assigns in a configuration; it can be the name of a member of the inputs. */
export function memberName(description: string): JsonSchema<string> {
  return text(description, 40, { pattern: FORMS.member_name.pattern.source });
}

/** An absolute http or https URL without user name or password. */
export function httpUrl(description: string): JsonSchema<string> {
  return text(description, 2048, { format: 'uri', pattern: FORMS.web_url.pattern.source });
}

export function integer(description: string, minimum: number, maximum: number): JsonSchema<number> {
  return { type: 'integer', description, minimum, maximum };
}

export function number(description: string, minimum: number, maximum: number): JsonSchema<number> {
  return { type: 'number', description, minimum, maximum };
}

export function flag(description: string, byDefault: boolean): Defaulted<boolean> {
  return { type: 'boolean', description, default: byDefault };
}

export function choice<const Value extends string>(description: string, values: readonly Value[]): JsonSchema<Value> {
  return { type: 'string', description, enum: values };
}

/** A list of 1..maxItems different texts. */
export function list<Item>(description: string, items: JsonSchema<Item>, maxItems: number): JsonSchema<Item[]> {
  return { type: 'array', description, items, minItems: 1, maxItems, uniqueItems: true };
}

/**
 * A list of objects, at least one by default. duplicateIds checks that their ids differ: `uniqueItems` would compare
 * whole objects, in quadratic time.
 */
export function listOfObjects<Item>(
  description: string,
  items: JsonSchema<Item>,
  maxItems: number,
  minItems = 1,
): JsonSchema<Item[]> {
  return { type: 'array', description, items, minItems, maxItems };
}

/** An object with members of any name, which all fit one schema. */
export function map<Item>(
  description: string,
  items: JsonSchema<Item>,
  maxProperties: number,
): JsonSchema<Readonly<Record<string, Item>>> {
  return { type: 'object', description, maxProperties, additionalProperties: items };
}

export function withDefault<Value>(schema: JsonSchema<Value>, value: NoInfer<Value>): Defaulted<Value> {
  return { ...schema, default: value };
}

/** For types without configuration or inputs. */
export const NOTHING = object({});

/** A member of a configuration that earners see and no rule reads: a team can change it at any time. */
export const shown = <Schema extends JsonSchema>(schema: Schema): Schema => ({ ...schema, [SHOWN]: true });

export const isShown = (schema: JsonSchema): boolean => schema[SHOWN] === true;

/**
 * True if an update that leaves a secret out keeps the stored one. Arguments: its object before and after the update.
 */
export type KeptWhile = (changed: JsonObject, stored: JsonObject) => boolean;

/** A member of a configuration that no response contains. @param keptWhile always by default */
export const secret = <Value>(schema: JsonSchema<Value>, keptWhile: KeptWhile = () => true): JsonSchema<Value> => ({
  ...schema,
  writeOnly: true,
  [KEPT_WHILE]: keptWhile,
});

/** A text that is an id, which is understood in any case. */
export const id = (schema: JsonSchema<string>): JsonSchema<string> => ({ ...schema, [ID]: true });

/** Brings the ids of a value to lower case, in which they are stored and compared; changes the value itself. */
export function lowerIds({ items, properties = {} }: JsonSchema, value: unknown): void {
  const lower = (members: JsonObject, name: string, schema: JsonSchema = {}): void => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (schema[ID] && typeof member === 'string') members[name] = member.toLowerCase();
    else lowerIds(schema, member);
  };
  if (Array.isArray(value)) for (const index of value.keys()) lower(value as never, `${index}`, items);
  else if (isObject(value)) for (const [name, schema] of Object.entries(properties)) lower(value, name, schema);
}

/** A text that is the id of a chain. */
export const chain = (schema: JsonSchema<string>): JsonSchema<string> => ({ ...schema, [CHAIN]: true });

/** The chains that the members of a valid object name. */
export function chainsIn({ properties = {} }: JsonSchema, value: JsonObject): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    [value[name] ?? []].flat().filter((one): one is string => isChain(schema) && typeof one === 'string'),
  );
}

const isChain = (schema: JsonSchema): boolean => (schema.items ?? schema)[CHAIN] === true;

export const isSecret = (schema: JsonSchema): boolean => schema['writeOnly'] === true;

export const isKept = (schema: JsonSchema, changed: JsonObject, stored: JsonObject): boolean =>
  schema[KEPT_WHILE]?.(changed, stored) ?? false;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without the members, at any depth, whose schema meets the condition. */
export function without(isLeftOut: (member: JsonSchema) => boolean, schema: JsonSchema, value: JsonObject): JsonObject {
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const below = memberOf(schema, name);
    return isLeftOut(below) ? [] : [[name, withoutBelow(isLeftOut, below, member)]];
  });
  return Object.fromEntries(kept) as JsonObject;
}

function withoutBelow(isLeftOut: (member: JsonSchema) => boolean, schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutBelow(isLeftOut, schema.items ?? {}, item));
  return isObject(value) ? without(isLeftOut, schema, value) : value;
}

const memberOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema =>
  (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
