import type { Permission } from '@questp/messages/access';
import type { HttpBinding, MessageClass } from '@questp/messages/language';
import { EVENT_TABLE, EVENT_VERSION } from '@questp/messages/tables';
import type { JsonSchema, Schemas } from './schemas.js';

interface Row {
  audience?: readonly string[];
  operators?: Permission;
  data: MessageClass;
}

/** One schema per event of a stream: its envelope. */
export const liveEvents = ({ about, of }: NonNullable<HttpBinding['stream']>, schemas: Schemas): JsonSchema[] =>
  envelopes(schemas, (type, { audience }) => type.startsWith(`${about}.`) && audience?.includes(of) === true);

/** Schemas of the messages of each socket.io namespace, which no route refers to. */
export function addNamespaceEvents(schemas: Schemas): void {
  const add = (name: string, fits: (type: string, row: Row) => boolean) =>
    schemas.add(name, { oneOf: envelopes(schemas, fits) });
  add('StudioEvent', (_, { audience }) => audience?.includes('projectId') === true);
  add('ConsoleEvent', (_, { operators }) => operators !== undefined);
}

const envelopes = (schemas: Schemas, fits: (type: string, row: Row) => boolean): JsonSchema[] =>
  Object.entries<Row>(EVENT_TABLE).flatMap(([type, row]) =>
    fits(type, row) ? [schemas.add(nameOf(type), envelopeOf(type, schemas.of(row.data)))] : [],
  );

/** `submission.in_review` -> SubmissionInReviewEvent */
const nameOf = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const envelopeOf = (type: string, data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Id of the event' },
    type: { type: 'string', const: type, description: 'Type of the event' },
    version: { type: 'integer', const: EVENT_VERSION, description: 'Version of the schema of `data`' },
    occurredAt: { type: 'string', format: 'date-time', description: 'When the event was written' },
    aggregateId: { type: 'string', description: 'Id of the aggregate; its events keep their order' },
    data: { ...data, description: 'Data of the event' },
  },
  required: ['id', 'type', 'version', 'occurredAt', 'aggregateId', 'data'],
});
