import { serviceNamed, SERVICES } from '@questp/manifest';
import { BROADCASTS, contracts, eventsFrom, eventsTo, eventSubjects, mayCall, WITH_TABLES } from '@questp/messages';
import {
  COUNTER_STREAM,
  COUNTER_SUBJECTS,
  EVENT_STREAM,
  LIVE_STREAM,
  replaySubject,
  TOLD_SUBJECTS,
} from './streams.js';

/** Who makes streams and consumers, by the command `migrate`; no service runs as it. */
export const MIGRATOR = 'migrator';

/** Every user of the broker: each service under its name, and the migrator. */
export const BROKER_USERS: readonly string[] = [...SERVICES.map(({ name }) => name), MIGRATOR];

/** Subjects of a user; nothing else is allowed. */
export interface Permissions {
  publish: string[];
  subscribe: string[];
}

/** Where answers to a user arrive. Nobody else may listen there; whoever was asked may answer once. */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

/** What a user of the broker may send and hear, as contracts, events and broadcasts say. */
export function permissionsOf(user: string): Permissions {
  const inbox = `${inboxPrefix(user)}.>`;
  return user === MIGRATOR
    ? { publish: migratorPublishes(), subscribe: [inbox] }
    : { publish: servicePublishes(user), subscribe: [inbox, ...serviceHears(user)] };
}

const serviceHears = (service: string): string[] => {
  const { answers, port } = serviceNamed(service);
  return [
    ...contracts().flatMap(({ subject }) => (subject.split('.')[0] === answers ? [subject] : [])),
    ...BROADCASTS.flatMap(({ subject, to }) => (to.includes(service) ? [subject] : [])),
    // Without tables it has no inbox: it hears events as they are sent, and what it missed is no loss.
    ...(port === undefined ? [] : [TOLD_SUBJECTS]),
    ...(isConsumer(service) ? [] : eventsTo(service).flatMap(eventSubjects)),
  ];
};

const servicePublishes = (service: string): string[] => [
  ...contracts().flatMap((contract) => (mayCall(contract, service) ? [contract.subject] : [])),
  ...BROADCASTS.flatMap(({ subject, from }) => (from.includes(service) ? [subject] : [])),
  ...eventsFrom(service).flatMap(eventSubjects),
  ...(serviceNamed(service).schema === null ? [] : eventsFrom(WITH_TABLES).flatMap(eventSubjects)),
  ...(isConsumer(service) ? consumerPublishes(service) : []),
  // Whoever limits requests is the one that is asked from outside.
  ...(serviceNamed(service).port === undefined ? [] : [COUNTER_SUBJECTS, ...LIVE_LOG_READS]),
];

/** The log of what is told live: where it begins and ends, and its entries from one on. */
const LIVE_LOG_READS = [`$JS.API.STREAM.INFO.${LIVE_STREAM}`, `$JS.API.DIRECT.GET.${LIVE_STREAM}`];

/** Whether each event it listens to is applied once. */
export const isConsumer = (service: string): boolean =>
  serviceNamed(service).schema !== null && eventsTo(service).length > 0;

/** Its own durable consumer, which it cannot make, change or delete, and the replay of what it parked. */
const consumerPublishes = (service: string): string[] => [
  `$JS.API.CONSUMER.INFO.${EVENT_STREAM}.${service}`,
  `$JS.API.CONSUMER.MSG.NEXT.${EVENT_STREAM}.${service}`,
  `$JS.ACK.${EVENT_STREAM}.${service}.>`,
  replaySubject(service, '>'),
];

/** Makes and changes, and neither deletes nor reads. */
const migratorPublishes = (): string[] => [
  ...[EVENT_STREAM, LIVE_STREAM, COUNTER_STREAM].flatMap((stream) =>
    ['CREATE', 'UPDATE', 'INFO'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
  ),
  ...SERVICES.flatMap(({ name }) =>
    isConsumer(name)
      ? ['DURABLE.CREATE', 'INFO'].map((verb) => `$JS.API.CONSUMER.${verb}.${EVENT_STREAM}.${name}`)
      : [],
  ),
];
