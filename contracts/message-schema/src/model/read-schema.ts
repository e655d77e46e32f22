import { pascalCase, type Definition, type Field, type FieldType, type Variant } from './definition.js';
import { type JsonSchema } from './json-schema.js';

/** Keywords that carry no meaning for a codec, or are read by the functions below. */
const KEYWORDS: Record<string, readonly string[]> = {
  object: ['required', 'properties', 'additionalProperties'],
  oneOf: ['oneOf'],
  string: ['enum', 'minLength', 'maxLength'],
  integer: ['format', 'minimum'],
  boolean: [],
  array: ['items'],
};
const ANNOTATIONS = ['$schema', 'title', 'description', 'type', 'definitions'];

/** Definitions with a codec of their own, by name; the schema of each says the same in JSON Schema's words. */
const STRING_FORMATS: Record<string, FieldType> = {
  Binary: { kind: 'binary' },
  Timestamp: { kind: 'uint64' },
  Uint64: { kind: 'uint64' },
  Uint128: { kind: 'uint128' },
};

/** Reads one schema that stands alone into the definitions of its root, of everything it refers to and of every payload. */
export class SchemaReader {
  readonly definitions = new Map<string, Definition>();

  constructor(
    private readonly root: JsonSchema,
    private readonly payloadSuffix = '',
  ) {
    const name = root.title;
    if (!name) throw new Error('a schema has no title');
    this.define(name, root);
  }

  private define(name: string, schema: JsonSchema): void {
    if (this.definitions.has(name)) return;
    if (schema.oneOf) {
      this.checkKeywords(name, schema, 'oneOf');
      const isRoot = schema === this.root;
      const variants = schema.oneOf.map((one) => this.variant(name, one, isRoot ? '' : name));
      this.definitions.set(name, { kind: 'variants', description: describe(name, schema), variants });
    } else if (schema.enum) {
      this.checkKeywords(name, schema, 'string');
      this.definitions.set(name, { kind: 'names', description: describe(name, schema), names: schema.enum });
    } else {
      this.definitions.set(name, {
        kind: 'object',
        description: describe(name, schema),
        fields: this.fields(name, schema),
      });
    }
  }

  private variant(owner: string, schema: JsonSchema, payloadPrefix: string): Variant {
    const [key, ...more] = Object.keys(schema.properties ?? {});
    const payload = key === undefined ? undefined : schema.properties?.[key];
    if (key === undefined || !payload || more.length > 0 || schema.required?.join() !== key) {
      throw new Error(`${owner}: a variant is an object with exactly one required member`);
    }
    this.checkKeywords(`${owner}.${key}`, schema, 'object');
    const description = describe(`${owner}.${key}`, schema);
    if (payload.type !== 'object') return { key, description, payload: this.type(`${owner}.${key}`, payload) };
    if (!payload.properties) {
      this.checkKeywords(`${owner}.${key}`, payload, 'object');
      return { key, description };
    }
    const name = payloadPrefix + pascalCase(key) + this.payloadSuffix;
    this.define(name, { ...payload, description });
    return { key, description, payload: { kind: 'ref', name } };
  }

  private fields(owner: string, schema: JsonSchema): Field[] {
    this.checkKeywords(owner, schema, 'object');
    return Object.entries(schema.properties ?? {}).map(([key, property]) => {
      const at = `${owner}.${key}`;
      const required = schema.required?.includes(key) ?? false;
      const nullable = property.anyOf?.[1].type === 'null' || Array.isArray(property.type);
      if (!required && !nullable) throw new Error(`${at}: a member that may be absent may be null`);
      return { key, description: describe(at, property), type: this.type(at, property), required, nullable };
    });
  }

  private type(at: string, schema: JsonSchema): FieldType {
    const reference = schema.$ref ?? schema.allOf?.[0].$ref ?? schema.anyOf?.[0].$ref;
    if (reference) return this.reference(at, reference.replace('#/definitions/', ''));
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    this.checkKeywords(at, schema, type ?? '');
    if (type === 'boolean') return { kind: 'boolean' };
    if (type === 'string') return { kind: 'text', min: schema.minLength, max: schema.maxLength };
    if (type === 'array' && schema.items) return { kind: 'list', item: this.type(at, schema.items) };
    const { format } = schema;
    if (type === 'integer' && (format === 'uint16' || format === 'uint32' || format === 'uint64')) {
      return { kind: 'integer', format };
    }
    throw new Error(`${at}: no codec for type ${String(type)}, format ${String(format)}`);
  }

  private reference(at: string, name: string): FieldType {
    const formatted = STRING_FORMATS[name];
    if (formatted) return formatted;
    const schema = this.root.definitions?.[name];
    if (!schema) throw new Error(`${at}: no definition ${name}`);
    if (schema.type === 'string' && !schema.enum) return this.type(name, schema);
    this.define(name, schema);
    return { kind: 'ref', name };
  }

  /** A keyword that the codec would not enforce is an error, so that schema and codec accept the same. */
  private checkKeywords(at: string, schema: JsonSchema, type: string): void {
    const known = [...ANNOTATIONS, ...(KEYWORDS[type] ?? [])];
    const unknown = Object.keys(schema).filter((keyword) => !known.includes(keyword));
    if (unknown.length > 0) throw new Error(`${at}: no codec for ${unknown.join(', ')}`);
    if (type === 'object' && schema.additionalProperties !== false) {
      throw new Error(`${at}: additionalProperties must be false`);
    }
  }
}

function describe(at: string, schema: JsonSchema): string {
  if (!schema.description) throw new Error(`${at}: no description`);
  return schema.description;
}
