import { randomUUID } from 'node:crypto';
import type { JetStreamClient } from '@nats-io/jetstream';
import { EVENT_VERSION, sentSubject, type EventType, type EventTypes } from '@questp/messages/tables';
import { userId, uuid } from './gateway.fixture.js';

export const PROJECT = uuid(1);

export const claimed = (
  user: number,
  submissionId: string = randomUUID(),
  projectId = PROJECT,
): EventTypes['submission.claimed'] => ({
  submissionId,
  projectId,
  campaignId: uuid(2),
  questId: uuid(3),
  questTitle: 'A line\nbreak\r\u2028 \u{1F600}',
  userId: userId(user),
  status: 'claimed',
  pointsAwarded: 5,
  reason: null,
});

/** Publishes an event as the relay of a service does, and returns its id. */
export async function sendEvent<T extends EventType>(
  events: JetStreamClient,
  type: T,
  data: EventTypes[T],
): Promise<string> {
  const id = randomUUID();
  const envelope = { id, type, version: EVENT_VERSION, occurredAt: new Date().toISOString(), aggregateId: id, data };
  await events.publish(sentSubject(type, data), JSON.stringify(envelope));
  return id;
}
