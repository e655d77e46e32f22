/** The source of a generated codec: the schema without the syntax of JSON Schema. */
export type Definition = ObjectDefinition | VariantsDefinition | NamesDefinition;

/** An object with a fixed set of members. */
export interface ObjectDefinition {
  kind: 'object';
  description: string;
  fields: Field[];
}

/** Exactly one of several members: a Rust enum with payloads, as serde writes it. */
export interface VariantsDefinition {
  kind: 'variants';
  description: string;
  variants: Variant[];
}

/** One of several strings. */
export interface NamesDefinition {
  kind: 'names';
  description: string;
  names: string[];
}

export interface Field {
  key: string;
  description: string;
  type: FieldType;
  /** The member must be there. */
  required: boolean;
  /** The member may be null; one that may be absent always may. */
  nullable: boolean;
}

export interface Variant {
  key: string;
  description: string;
  /** Absent: the payload is `{}`. */
  payload?: FieldType;
}

export type FieldType =
  | { kind: 'integer'; format: 'uint16' | 'uint32' | 'uint64' }
  | { kind: 'boolean' }
  /** Bounds count Unicode code points. */
  | { kind: 'text'; min?: number; max?: number }
  /** Strings that stand for something else; `uint64` is a decimal string, unlike the integer. */
  | { kind: 'binary' | 'uint64' | 'uint128' }
  | { kind: 'list'; item: FieldType }
  | { kind: 'ref'; name: string };

/** `min_payout` -> `MinPayout`. */
export const pascalCase = (key: string): string =>
  key.replace(/(?:^|[_-])([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** `min_payout` -> `minPayout`. */
export const camelCase = (key: string): string => {
  const name = pascalCase(key);
  return name.charAt(0).toLowerCase() + name.slice(1);
};
