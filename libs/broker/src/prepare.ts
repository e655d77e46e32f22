import { AckPolicy, JetStreamApiError, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { eventsTo, type EventType } from '@questp/messages/tables';
import { isConsumer } from './permissions.js';
import {
  consumedSubjects,
  COUNTER_SETTINGS,
  COUNTER_STREAM,
  EVENT_SETTINGS,
  EVENT_STREAM,
  LIVE_SETTINGS,
  LIVE_STREAM,
} from './streams.js';

const OFFERED_AGAIN_MS = 30_000;
const STREAM_NAME_IN_USE = 10_058;
const CONSUMER_EXISTS = 10_148;

/**
 * Creates the streams and, for a service that consumes events, its consumer, or updates their settings. Runs as the
 * migrator, because a user that can create a stream or consumer can read and send anything. Safe to run beside running
 * services and concurrently.
 */
export async function prepareBroker(connection: NatsConnection, service: string): Promise<void> {
  await ensureEventStream(connection);
  await ensureStream(connection, LIVE_STREAM, LIVE_SETTINGS);
  await ensureStream(connection, COUNTER_STREAM, COUNTER_SETTINGS);
  if (isConsumer(service)) await ensureEventConsumer(connection, service, eventsTo(service));
}

export const ensureEventStream = (connection: NatsConnection): Promise<void> =>
  ensureStream(connection, EVENT_STREAM, EVENT_SETTINGS);

/** The durable consumer `service`, which its replicas share. */
export async function ensureEventConsumer(
  connection: NatsConnection,
  service: string,
  types: readonly EventType[],
): Promise<void> {
  const { consumers } = await jetstreamManager(connection, { checkAPI: false });
  const settings = {
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(OFFERED_AGAIN_MS),
    max_deliver: -1,
    filter_subjects: consumedSubjects(service, types),
  };
  await consumers.add(EVENT_STREAM, { durable_name: service, ...settings }).catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError) || error.code !== CONSUMER_EXISTS) throw error;
    return consumers.update(EVENT_STREAM, service, settings);
  });
}

/** Keeps an existing bound in bytes: an operator may have set it. */
async function ensureStream(
  connection: NatsConnection,
  name: string,
  settings: Partial<StreamConfig> & { subjects: string[]; max_bytes: number },
): Promise<void> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  await streams.add({ name, ...settings }).catch(async (error: unknown) => {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NAME_IN_USE) throw error;
    const { config } = await streams.info(name);
    const max_bytes = config.max_bytes > 0 ? config.max_bytes : settings.max_bytes;
    return streams.update(name, { ...settings, max_bytes });
  });
}
