import {
  fieldsOf,
  documentedExample,
  type Field,
  type MessageClass,
  type NestedSchema,
} from '@questp/messages/language';
import { isRequired } from '../operations/operation.js';

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** Collects the schemas of the document: one per message class, with its name. */
export class Schemas {
  private readonly byName = new Map<string, JsonSchema>();
  private readonly classes = new Map<string, MessageClass>();

  /**
   * Returns a reference to the schema of a class, and adds it and nested ones if they are new.
   * @throws Error for a class without a name, or with the name of another one
   */
  of(message: MessageClass): JsonSchema {
    const { name } = message;
    const known = this.classes.get(name);
    if (name === '') throw new Error(`A message class has no name: ${[...fieldsOf(message).keys()].join(', ')}`);
    if (known !== undefined && known !== message) throw new Error(`Two message classes are called ${name}`);
    if (known === undefined) {
      this.classes.set(name, message);
      this.add(name, this.object(fieldsOf(message)));
    }
    return reference(name);
  }

  /**
   * Adds a schema without a class.
   * @throws Error when another schema has the name
   */
  add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.byName.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are called ${name}`);
    }
    this.byName.set(name, schema);
    return reference(name);
  }

  object(fields: ReadonlyMap<string, Field>): JsonSchema {
    const required = [...fields].filter(([, field]) => isRequired(field)).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries([...fields].map(([name, field]) => [name, this.property(field)])),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  /** A member of an object. */
  property(field: Field): JsonSchema {
    const value = this.value(field);
    return { ...(field.options.nullable ? orNull(value) : value), ...annotations(field) };
  }

  /** The non-null value of a member. */
  value({ options, schema }: Field): JsonSchema {
    const value = 'json' in schema ? this.enumerated(schema) : this.nested(schema);
    // A default of null is the same as absence.
    return options.default === undefined || options.default === null ? value : { ...value, default: options.default };
  }

  /** Sorted by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A closed set of texts has one schema, used by all members with it. */
  private enumerated({ json, enumeration }: Exclude<Field['schema'], NestedSchema>): JsonSchema {
    if (enumeration === undefined) return json;
    if (json['type'] !== 'array') return this.add(enumeration, json);
    return { ...json, items: this.add(enumeration, json['items'] as JsonSchema) };
  }

  private nested(schema: NestedSchema): JsonSchema {
    const item = this.of(schema.class());
    return schema.list ? { type: 'array', items: item, ...schema.more } : item;
  }
}

export function annotations(field: Field): JsonSchema {
  const description = descriptionOf(field);
  const example = documentedExample(field);
  return { ...(description === undefined ? {} : { description }), ...(example === undefined ? {} : { example }) };
}

/** Description of a member, with the rule of its text if no pattern states it. */
export function descriptionOf({ options: { description }, schema }: Field): string | undefined {
  const rule = 'json' in schema ? (schema.json['description'] as string | undefined) : undefined;
  if (description === undefined || rule === undefined) return description ?? rule;
  return `${description.replace(/\.$/, '')}. ${rule}`;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function orNull(schema: JsonSchema): JsonSchema {
  return '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema['type'], 'null'] };
}
