import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager, type ConsumerInfo, type StreamInfo } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import {
  BROKER_USERS,
  connectBriefly,
  COUNTER_STREAM,
  EVENT_STREAM,
  isConsumer,
  LIVE_STREAM,
  MIGRATOR,
  prepareBroker,
} from '@questp/broker';
import { BROKER_SUBJECTS, waitFor } from '@questp/testing';
import type { Attack, Tries } from './attack.js';

const STREAMS = [EVENT_STREAM, LIVE_STREAM, COUNTER_STREAM];
const SERVICE_NAMES = BROKER_USERS.filter((user) => user !== MIGRATOR);
const CONSUMERS = SERVICE_NAMES.filter(isConsumer);

/** Time for JetStream to execute or refuse a request. */
const EXECUTED_MS = 300;

const PURGES = STREAMS.map((stream) => ({ subject: `$JS.API.STREAM.PURGE.${stream}`, stream }));
const DELETIONS = STREAMS.map((stream) => ({ subject: `$JS.API.STREAM.DELETE.${stream}`, stream }));
const CONSUMER_DELETIONS = CONSUMERS.map((consumer) => ({
  subject: `$JS.API.CONSUMER.DELETE.${EVENT_STREAM}.${consumer}`,
  consumer,
}));

/** Requests that JetStream answers at once, in one message, without a body where possible. */
const REQUESTS: readonly [RegExp, string][] = [
  [/\.CONSUMER\.MSG\.NEXT\./, '{"batch":1,"no_wait":true}'],
  [/^\$JS\.ACK\./, '+WPI'],
  [/^rate\./, ''],
  // No consumer applies it, and it is not copied to live streams.
  [/^events\.event\.parked$/, 'attack'],
  [/\.DIRECT\.GET\./, '{"last_by_subj":"attack"}'],
  [/\.INFO\./, ''],
];

/** No consumer applies it, and it is not copied to live streams. */
const EVENT = 'events.notification.read.svcuser_1.-';
const COUNTER = 'rate.attack.replies';

/**
 * JetStream publishes its answer to the reply subject of a request. Each service, with its own credentials, sends
 * requests whose reply subject is a request that would purge or delete a stream or consumer.
 */
export const brokerReplies: Attack = {
  name: 'A service lets the broker answer to a request that it may not send',
  needs: ['natsUrls', 'migratorNatsUrl'],
  async run({ natsUrls = {}, migratorNatsUrl = '' }, tries) {
    const migrator = await connectBriefly(migratorNatsUrl, MIGRATOR);
    try {
      for (const [service, url] of Object.entries(natsUrls)) {
        await prepare(natsUrls, migrator);
        const attempt = (targets: readonly { subject: string }[]) => answerTo(url, service, targets);
        await purge(migrator, service, () => attempt(PURGES), natsUrls, tries);
        await remove(migrator, service, () => attempt([...CONSUMER_DELETIONS, ...DELETIONS]), tries);
        // Restores what was deleted, for the attacks after this one.
        for (const name of SERVICE_NAMES) await prepareBroker(migrator, name);
      }
    } finally {
      await migrator.close();
    }
  },
};

/** Stores a message in each stream, which a purge would remove. */
async function prepare(natsUrls: Record<string, string>, migrator: NatsConnection): Promise<void> {
  await asService(natsUrls, 'notifier', (connection) => connection.request(EVENT, 'attack').then(() => undefined));
  await count(natsUrls, 1);
  // The broker copies the event to LIVE by itself.
  await waitFor(async () => (await streamsOf(migrator)).every(({ state }) => state.messages > 0));
}

async function purge(
  migrator: NatsConnection,
  service: string,
  attempt: () => Promise<void>,
  natsUrls: Record<string, string>,
  tries: Tries,
): Promise<void> {
  const before = new Map((await streamsOf(migrator)).map((info) => [info.config.name, info]));
  await attempt();
  const after = new Map((await streamsOf(migrator)).map((info) => [info.config.name, info]));
  const counted = await count(natsUrls, 0);
  for (const { subject, stream } of PURGES) {
    const isThere = (after.get(stream)?.state.first_seq ?? Infinity) <= (before.get(stream)?.state.last_seq ?? 0);
    tries.note(`${service} had an answer sent to ${subject}`, stream === COUNTER_STREAM ? counted > 0 : isThere);
  }
}

async function remove(
  migrator: NatsConnection,
  service: string,
  attempt: () => Promise<void>,
  tries: Tries,
): Promise<void> {
  const before = await madeAt(migrator);
  await attempt();
  const after = await madeAt(migrator);
  for (const { subject, stream } of DELETIONS) {
    tries.note(`${service} had an answer sent to ${subject}`, after.get(stream) === before.get(stream));
  }
  for (const { subject, consumer } of CONSUMER_DELETIONS) {
    tries.note(`${service} had an answer sent to ${subject}`, after.get(consumer) === before.get(consumer));
  }
}

/** Sends each request that the service may send to JetStream, once for each target as reply subject. */
async function answerTo(url: string, service: string, targets: readonly { subject: string }[]): Promise<void> {
  const connection = await connectBriefly(url, service);
  const sendable = BROKER_SUBJECTS.filter(({ subject, publish }) => !/[*>]/.test(subject) && publish.includes(service));
  try {
    for (const { subject: reply } of targets) {
      for (const { subject } of sendable) {
        const [, body] = REQUESTS.find(([form]) => form.test(subject)) ?? [];
        if (body !== undefined) connection.publish(subject, body, { reply });
      }
    }
    await connection.flush();
    await sleep(EXECUTED_MS);
  } finally {
    await connection.close();
  }
}

async function streamsOf(migrator: NatsConnection): Promise<StreamInfo[]> {
  const { streams } = await jetstreamManager(migrator, { checkAPI: false });
  const found = await Promise.all(STREAMS.map((name) => streams.info(name).catch(() => undefined)));
  return found.filter((info) => info !== undefined);
}

/** Creation time of each stream and consumer; those that do not exist have no entry. */
async function madeAt(migrator: NatsConnection): Promise<Map<string, string>> {
  const { consumers } = await jetstreamManager(migrator, { checkAPI: false });
  const found = await Promise.all(
    CONSUMERS.map((name) => consumers.info(EVENT_STREAM, name).catch((): ConsumerInfo | undefined => undefined)),
  );
  return new Map([
    ...(await streamsOf(migrator)).map(({ config, created }) => [config.name, created] as const),
    ...found.flatMap((info) => (info === undefined ? [] : [[info.name, info.created] as const])),
  ]);
}

/** Adds to a counter of the rate limits and returns the sum. */
async function count(natsUrls: Record<string, string>, n: number): Promise<number> {
  const increment = headers();
  increment.set('Nats-Incr', `+${n}`);
  let sum = 0;
  await asService(natsUrls, 'gateway', async (connection) => {
    const answer = await connection.request(COUNTER, '', { headers: increment, timeout: 5_000 });
    sum = Number(answer.json<{ val?: string }>().val ?? 0);
  });
  return sum;
}

async function asService(
  natsUrls: Record<string, string>,
  service: string,
  work: (connection: NatsConnection) => Promise<void>,
): Promise<void> {
  const connection = await connectBriefly(natsUrls[service] ?? '', service);
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}
