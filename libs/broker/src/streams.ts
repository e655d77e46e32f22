import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { AUDIENCE, eventSubjects, type EventType } from '@questp/messages/tables';

/** Subject prefix of the JetStream API in its own account, */
export const API = '$JS.API';
/** and in the account of the services, which imports single requests; `$JS.API` does not reach JetStream there. */
export const API_OF_SERVICES = 'jetstream';

/** The one stream of domain events. */
export const EVENT_STREAM = 'EVENTS';

/** Subject for the replay of an event that one service parked; other services do not receive it. */
export const replaySubject = (service: string, subject: string): string => `replay.${service}.${subject}`;

/** Subject filters of the consumer of a service. */
export const consumedSubjects = (service: string, types: readonly EventType[]): string[] => [
  ...types.flatMap(eventSubjects),
  replaySubject(service, '>'),
];

/** Log of live events for users and teams; gateways also read missed events from it. */
export const LIVE_STREAM = 'LIVE';

/** Subject of an entry of the log: its audience (see AUDIENCE) and the two words of its type. */
const LIVE_SUBJECTS = 'log.>';
/** Subjects on which the broker republishes each entry, with its sequence number, as soon as it is stored. */
export const REPUBLISHED_SUBJECTS = 'live.>';

/** The counters of rate limits. */
export const COUNTER_STREAM = 'rate-limits';
export const COUNTER_SUBJECTS = 'rate.>';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** A day, plus a margin for clock differences and a pause of the reader. */
const LIVE_HOURS = 25;

const GIB = 1024 ** 3;

/**
 * A full stream refuses new events, which wait in the outboxes. Dropping old ones instead would lose events for slow
 * consumers.
 */
export const EVENT_SETTINGS = {
  subjects: ['events.>', 'replay.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(7 * DAY_MS),
  duplicate_window: nanos(120 * SECOND_MS),
  max_bytes: 4 * GIB,
  discard: DiscardPolicy.New,
} satisfies Partial<StreamConfig>;

/** nats-server's `{{wildcard(n)}}` (ADR-36): the n-th token matched by `*`. */
const word = (n: number): string => `{{wildcard(${n})}}`;

/** For `events.<type>.<audience>`; a type has two tokens. */
const WITH_AUDIENCE = ['*', '*', ...AUDIENCE.map(() => '*')];

/**
 * The broker itself copies events with an audience, so that senders do not pay for followers.
 * Gateways read it without a consumer: a user that can create one could deliver its messages to any subject.
 */
export const LIVE_SETTINGS = {
  subjects: [],
  sources: [
    {
      name: EVENT_STREAM,
      subject_transforms: [
        {
          src: ['events', ...WITH_AUDIENCE].join('.'),
          dest: ['log', ...AUDIENCE.map((_, n) => word(n + 3)), word(1), word(2)].join('.'),
        },
      ],
    },
  ],
  republish: { src: LIVE_SUBJECTS, dest: REPUBLISHED_SUBJECTS },
  allow_direct: true,
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(LIVE_HOURS * 60 * 60 * SECOND_MS),
  // The entries are copies: a full log drops the oldest ones, and a reader that resumes before them gets `reset`.
  max_bytes: GIB,
  discard: DiscardPolicy.Old,
} satisfies Partial<StreamConfig>;

/**
 * nats-server 2.12: every message is an increment, and its acknowledgement contains the sum (NATS ADR-49). Stored in
 * files: only the migrator creates streams, so that a restart of the broker must not lose this one.
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

/** True if the broker answers that the stream or consumer does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && [CONSUMER_NOT_FOUND, STREAM_NOT_FOUND].includes(error.code);
