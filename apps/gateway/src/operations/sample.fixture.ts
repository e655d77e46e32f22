import { ADMIN_ID, fieldsOf, USER_ID, UUID, type Field, type MessageClass } from '@questp/messages';
import { adminId, userId, uuid } from '../gateway.fixture.js';

/** Texts of patterns that have no example. */
const TEXTS: Readonly<Record<string, string>> = {
  [UUID.source]: uuid(99),
  [USER_ID.source]: userId(99),
  [ADMIN_ID.source]: adminId(99),
};

/** A value a field takes. @throws Error when neither its schema nor its example tells one */
export function sampleOf(field: Field): unknown {
  const { options, schema } = field;
  if (options.example !== undefined) return options.example;
  if (!('json' in schema)) return schema.list ? [sampleMessage(schema.class())] : sampleMessage(schema.class());
  const { json } = schema;
  if (Array.isArray(json['enum'])) return json['enum'][0];
  switch (json['type']) {
    case 'boolean':
      return true;
    case 'integer':
      return json['minimum'] ?? 1;
    case 'object':
      return {};
    case 'array':
      return [sampleOf({ ...field, options: {}, schema: { json: json['items'] as Record<string, unknown> } })];
    default:
      return TEXTS[String(json['pattern'])] ?? 'x'.repeat(Number(json['minLength'] ?? 1));
  }
}

function sampleMessage(of: MessageClass): Record<string, unknown> {
  return samplesOf(fieldsOf(of));
}

/** Values of those members that have to be there. */
export function samplesOf(fields: ReadonlyMap<string, Field>): Record<string, unknown> {
  const required = [...fields].filter(([, { options }]) => !options.optional && options.default === undefined);
  return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field)]));
}
