import { JetStreamApiError, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { eventSubject, type EventType } from '@questp/messages';

/** The one stream of domain events. */
export const EVENT_STREAM = 'EVENTS';

/** Where an event goes that one service parked and is to try again; other services do not see it. */
export const replaySubject = (service: string, subject: string): string => `replay.${service}.${subject}`;

/** What the consumer of a service takes from the stream. */
export const consumedSubjects = (service: string, types: readonly EventType[]): string[] => [
  ...types.map(eventSubject),
  replaySubject(service, '>'),
];

/** The rate limits' counts. */
export const COUNTER_STREAM = 'rate-limits';
export const COUNTER_SUBJECTS = 'rate.>';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

export const EVENT_SETTINGS = {
  subjects: ['events.>', 'replay.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(7 * DAY_MS),
  duplicate_window: nanos(120 * SECOND_MS),
} satisfies Partial<StreamConfig>;

/**
 * nats-server 2.12: every message is an increment, its acknowledgement tells the sum (NATS ADR-49). Kept in files: only
 * the migrator makes streams, so that a restart of the broker must not lose this one.
 */
export const COUNTER_SETTINGS = {
  subjects: [COUNTER_SUBJECTS],
  storage: StorageType.File,
  allow_msg_counter: true,
  max_msgs_per_subject: 1,
  max_age: nanos(150 * SECOND_MS),
  max_bytes: 64 * 1024 * 1024,
} satisfies Partial<StreamConfig>;

const CONSUMER_NOT_FOUND = 10_014;
const STREAM_NOT_FOUND = 10_059;

/** Whether the broker says that it does not have the stream or the consumer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && [CONSUMER_NOT_FOUND, STREAM_NOT_FOUND].includes(error.code);
