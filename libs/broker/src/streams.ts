import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { AUDIENCE, eventSubjects, type EventType } from '@questp/messages/tables';

/** First words of the subjects of JetStream's API in its own account, */
export const API = '$JS.API';
/** and in the account of the services, which imports single requests. There `$JS.API` is no JetStream's. */
export const API_OF_SERVICES = 'jetstream';

/** The one stream of domain events. */
export const EVENT_STREAM = 'EVENTS';

/** Subject for the replay of an event that one service parked; other services do not receive it. */
export const replaySubject = (service: string, subject: string): string => `replay.${service}.${subject}`;

/** What the consumer of a service takes from the stream. */
export const consumedSubjects = (service: string, types: readonly EventType[]): string[] => [
  ...types.flatMap(eventSubjects),
  replaySubject(service, '>'),
];

/** Log of live events for users and teams; gateways also read missed events from it. */
export const LIVE_STREAM = 'LIVE';

/** Subject of an entry of the log: whom it is told (see AUDIENCE), and the two words of its type. */
const LIVE_SUBJECTS = 'log.>';
/** Subjects on which the broker republishes each entry, with its sequence number, as soon as it is stored. */
export const TOLD_SUBJECTS = 'live.>';

/** The rate limits' counts. */
export const COUNTER_STREAM = 'rate-limits';
export const COUNTER_SUBJECTS = 'rate.>';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** A day, plus a margin for clock differences and a pause of the reader. */
const LIVE_HOURS = 25;

const GIB = 1024 ** 3;

/**
 * A full stream refuses events, which then wait in the outboxes: without the oldest ones, a consumer that is behind would
 * miss some.
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

/** `{{wildcard(n)}}` of nats-server (ADR-36): the n-th of the words that `*` stands for. */
const word = (n: number): string => `{{wildcard(${n})}}`;

/** Of `events.<type>.<audience>`, a type having two words. */
const WITH_AUDIENCE = ['*', '*', ...AUDIENCE.map(() => '*')];

/**
 * The broker itself copies the events that have an audience, so that nobody who sends them pays for those who follow.
 * Gateways read it directly and have no consumer: whoever may make one could send what it delivers wherever it likes.
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
  republish: { src: LIVE_SUBJECTS, dest: TOLD_SUBJECTS },
  allow_direct: true,
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(LIVE_HOURS * 60 * 60 * SECOND_MS),
  // The entries are copies: a full log drops the oldest ones, and a reader that resumes before them gets `reset`.
  max_bytes: GIB,
  discard: DiscardPolicy.Old,
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
