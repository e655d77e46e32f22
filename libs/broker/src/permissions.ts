import { serviceNamed, SERVICES } from '@questp/manifest';
import { CONTRACTS } from '@questp/messages/contracts';
import { mayCall } from '@questp/messages/language';
import { BROADCASTS, EVENT_TABLE, eventsFrom, eventsTo, eventSubjects, WITH_TABLES } from '@questp/messages/tables';
import {
  API,
  API_OF_SERVICES,
  COUNTER_STREAM,
  COUNTER_SUBJECTS,
  EVENT_STREAM,
  LIVE_STREAM,
  replaySubject,
  REPUBLISHED_SUBJECTS,
} from './streams.js';

/** User that creates streams and consumers, with the command `prepare-broker`; no service runs as it. */
export const MIGRATOR = 'migrator';

/** Every user of the broker: each service under its name, and the migrator. */
export const BROKER_USERS: readonly string[] = [...SERVICES.map(({ name }) => name), MIGRATOR];

/** Subjects of a user; nothing else is allowed. */
export interface Permissions {
  publish: string[];
  subscribe: string[];
}

/**
 * Prefix of the subjects on which a user receives replies. No other user may subscribe to it; a responder may reply
 * once.
 */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

/** Subjects that a broker user may publish and subscribe to, derived from contracts, events and broadcasts. */
export function permissionsOf(user: string): Permissions {
  const inbox = `${inboxPrefix(user)}.>`;
  return user === MIGRATOR
    ? { publish: migratorPublishes(), subscribe: [inbox] }
    : { publish: servicePublishes(user), subscribe: [inbox, ...serviceHears(user)] };
}

const serviceHears = (service: string): string[] => {
  const { answers, port } = serviceNamed(service);
  return [
    ...CONTRACTS.flatMap(({ subject }) => (subject.split('.')[0] === answers ? [subject] : [])),
    ...BROADCASTS.flatMap(({ subject, to }) => (to.includes(service) ? [subject] : [])),
    // A service without tables has no inbox: it receives events directly, and may miss some.
    ...(port === undefined ? [] : [REPUBLISHED_SUBJECTS]),
    ...(isConsumer(service) ? [] : eventsTo(service).flatMap(eventSubjects)),
  ];
};

const servicePublishes = (service: string): string[] => [
  ...CONTRACTS.flatMap((contract) => (mayCall(contract, service) ? [contract.subject] : [])),
  ...BROADCASTS.flatMap(({ subject, from }) => (from.includes(service) ? [subject] : [])),
  ...eventsFrom(service).flatMap(eventSubjects),
  ...(serviceNamed(service).schema === null ? [] : eventsFrom(WITH_TABLES).flatMap(eventSubjects)),
  ...(isConsumer(service) ? [replaySubject(service, '>')] : []),
  ...acknowledgements(service),
  ...jetStreamRequests(service).map((request) => `${API_OF_SERVICES}.${request}`),
  // Not limited here: the service that receives external requests limits them.
  ...(serviceNamed(service).port === undefined ? [] : [COUNTER_SUBJECTS]),
];

/** Acknowledgements to its own durable consumer. */
export const acknowledgements = (service: string): string[] =>
  isConsumer(service) ? [`$JS.ACK.${EVENT_STREAM}.${service}.>`] : [];

/** True for the service that alerts operators before the stream of events is full. */
export const watchesEventStream = (service: string): boolean => EVENT_TABLE['event_stream.filling'].from === service;

/** True for the services that send live events on: to clients, and to webhooks of projects. */
const readsLiveLog = (service: string): boolean =>
  serviceNamed(service).port !== undefined || service === 'integrations';

/**
 * Requests to the JetStream API that a service may send: fetching from its own durable consumer, which it cannot
 * create, change or delete; the bounds and entries of the live event log; and the state of the event stream.
 */
export const jetStreamRequests = (service: string): string[] => [
  ...(isConsumer(service)
    ? ['CONSUMER.INFO', 'CONSUMER.MSG.NEXT'].map((verb) => `${verb}.${EVENT_STREAM}.${service}`)
    : []),
  ...(readsLiveLog(service) ? ['STREAM.INFO', 'DIRECT.GET'].map((verb) => `${verb}.${LIVE_STREAM}`) : []),
  ...(watchesEventStream(service) ? [`STREAM.INFO.${EVENT_STREAM}`] : []),
];

/** True if the service applies each event once. */
export const isConsumer = (service: string): boolean =>
  serviceNamed(service).schema !== null && eventsTo(service).length > 0;

/** May create and update streams and consumers, but neither delete nor read them. */
const migratorPublishes = (): string[] => [
  ...[EVENT_STREAM, LIVE_STREAM, COUNTER_STREAM].flatMap((stream) =>
    ['CREATE', 'UPDATE', 'INFO'].map((verb) => `${API}.STREAM.${verb}.${stream}`),
  ),
  ...SERVICES.flatMap(({ name }) =>
    isConsumer(name) ? ['DURABLE.CREATE', 'INFO'].map((verb) => `${API}.CONSUMER.${verb}.${EVENT_STREAM}.${name}`) : [],
  ),
];
