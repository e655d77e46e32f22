import type { Permission } from '../access/principals.js';
import { ExportFinished } from '../exports/export-manifests.js';
import type { Timestamp } from '../language/contract/common.js';
import { EventParked } from '../shared/noted.js';
import { ESCROW_EVENTS } from './events/escrow-events.js';
import { AUDIENCE, WITH_TABLES, type Audience, type EventRow } from './events/event-row.js';
import { IDENTITY_EVENTS } from './events/identity-events.js';
import { INTEGRATIONS_EVENTS } from './events/integrations-events.js';
import { NOTIFIER_EVENTS } from './events/notifier-events.js';
import { QUESTS_EVENTS } from './events/quests-events.js';

/**
 * Every event; docs/reference/events.md is made from it. Delivered at least once through outbox and JetStream, and
 * applied once through the inbox. A breaking change of the data needs a new version, see EVENT_VERSION.
 */
export const EVENT_TABLE = {
  ...IDENTITY_EVENTS,
  ...QUESTS_EVENTS,
  ...INTEGRATIONS_EVENTS,
  ...ESCROW_EVENTS,
  ...NOTIFIER_EVENTS,
  'export.finished': {
    aggregate: 'export',
    from: 'exports',
    to: [],
    audience: ['projectId'],
    operators: 'platform:manage',
    meaning: 'An export was completed and has a manifest',
    data: ExportFinished,
  },
  'event.parked': {
    aggregate: 'service',
    from: WITH_TABLES,
    to: [],
    operators: 'platform:manage',
    meaning: 'A service parked events; published at most once a minute per service',
    data: EventParked,
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENT_TABLE;
/** Type of an event -> its data. */
export type EventTypes = { [T in EventType]: InstanceType<(typeof EVENT_TABLE)[T]['data']> };

export const EVENT_VERSION = 1;

/** The message; `id` is the id of the outbox row and the de-duplication key. */
export interface EventEnvelope<T extends EventType = EventType> {
  id: string;
  type: T;
  version: number;
  occurredAt: Timestamp;
  /**
   * The stream keeps the order of one aggregate, such as a user; retries and several replicas may apply events in
   * another order.
   */
  aggregateId: string;
  data: EventTypes[T];
}

/** JetStream subject of an event type, without its audience. */
export const eventSubject = (type: EventType): string => `events.${type}`;

/** Stands for an absent user or project. */
const ABSENT = '-';

/** Undefined for an unknown type, which a later version sends. */
const rowOf = (type: EventType): EventRow | undefined =>
  Object.hasOwn(EVENT_TABLE, type) ? EVENT_TABLE[type] : undefined;

/** Audience of live events of the type; undefined: none. */
const audienceOf = (type: EventType): Audience | undefined => {
  const row = rowOf(type);
  return row?.audience ?? (row?.operators && []);
};

/** Permission that an operator needs to receive live events of the type; undefined: operators receive none. */
export const permissionToFollow = (type: EventType): Permission | undefined => rowOf(type)?.operators;

/** True if events of the type are live events. */
export const isLiveEvent = (type: EventType): boolean => audienceOf(type) !== undefined;

/** JetStream subject of an event: `events.<type>`, followed by `<user>.<project>` for live events. */
export function sentSubject<T extends EventType>(type: T, data: EventTypes[T]): string {
  const audience = audienceOf(type);
  const members = data as Partial<Record<(typeof AUDIENCE)[number], string>>;
  const audienceIds =
    audience && AUDIENCE.map((name) => (audience.includes(name) ? members[name] : undefined) ?? ABSENT);
  return [eventSubject(type), ...(audienceIds ?? [])].join('.');
}

/** Subjects of events of the type, including that without an audience, which the previous version sends. */
export const eventSubjects = (type: EventType): string[] => [
  eventSubject(type),
  ...(audienceOf(type) ? [`${eventSubject(type)}.${AUDIENCE.map(() => '*').join('.')}`] : []),
];

/** Types of the events that the service sends. */
export const eventsFrom = (service: string): EventType[] => eventTypes(({ from }) => from === service);

/** Types of the events that the service consumes. */
export const eventsTo = (service: string): EventType[] => eventTypes(({ to }) => to.includes(service));

const eventTypes = (fits: (row: EventRow) => boolean): EventType[] =>
  (Object.entries(EVENT_TABLE) as [EventType, EventRow][]).flatMap(([type, row]) => (fits(row) ? [type] : []));
