import { EVENT_TABLE, EVENT_VERSION, type HttpFace, type MessageClass } from '@questp/messages';
import type { JsonSchema, Schemas } from './schemas.js';

interface Row {
  audience?: readonly string[];
  data: MessageClass;
}

/** A schema for each event that a stream tells: its envelope. */
export function liveEvents({ about, of }: NonNullable<HttpFace['stream']>, schemas: Schemas): JsonSchema[] {
  const told = Object.entries<Row>(EVENT_TABLE).filter(
    ([type, { audience }]) => type.startsWith(`${about}.`) && audience?.includes(of),
  );
  return told.map(([type, { data }]) => envelopeOf(type, schemas.of(data)));
}

const envelopeOf = (type: string, data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Of the event' },
    type: { type: 'string', const: type },
    version: { type: 'integer', const: EVENT_VERSION },
    occurredAt: { type: 'string', format: 'date-time' },
    aggregateId: { type: 'string', description: 'Whose order the events keep' },
    data,
  },
  required: ['id', 'type', 'version', 'occurredAt', 'aggregateId', 'data'],
});
