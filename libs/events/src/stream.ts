import { jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';

/** The one stream of domain events. */
export const EVENT_STREAM = 'EVENTS';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Creates the stream when it is missing, or brings its settings up to date; safe to run from every replica. */
export async function ensureEventStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  const settings = {
    subjects: ['events.>'],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(2 * 60 * 1_000),
  };
  try {
    await manager.streams.add({ name: EVENT_STREAM, ...settings });
  } catch {
    await manager.streams.update(EVENT_STREAM, settings);
  }
}
