import { jetstream, type Consumer } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { API_OF_SERVICES, EVENT_STREAM, isMissing } from './streams.js';

/** The durable consumer of the service. Throws a sentence if the broker does not have it. */
export const eventConsumer = (connection: NatsConnection, service: string): Promise<Consumer> =>
  jetstream(connection, { apiPrefix: API_OF_SERVICES })
    .consumers.get(EVENT_STREAM, service)
    .catch((error: unknown) => {
      throw isMissing(error) ? new Error(`The broker has no consumer ${service}: run prepare-broker`) : error;
    });

/** Throws a sentence unless JetStream, the stream of events and the consumer of the service can be used. */
export async function requireEventConsumer(connection: NatsConnection, service: string): Promise<void> {
  await eventConsumer(connection, service);
}
