import { jetstreamManager, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
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

const DAY_MS = 24 * 60 * 60 * 1_000;
const STREAM_NAME_IN_USE = 10_058;

/** Creates the stream when it is missing, or brings its settings up to date; safe to run from every replica. */
export async function ensureEventStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  const settings = {
    subjects: ['events.>', 'replay.>'],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(2 * 60 * 1_000),
  };
  try {
    await manager.streams.add({ name: EVENT_STREAM, ...settings });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NAME_IN_USE) throw error;
    await manager.streams.update(EVENT_STREAM, settings);
  }
}
