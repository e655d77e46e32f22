import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { EVENT_STREAM, LIVE_STREAM } from '@questp/broker';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Counts of objects that closed connections could leave in this process and in the broker. */
export interface Held {
  connections: number;
  timers: number;
  consumers: number;
  heap: number;
}

export async function held(connection: NatsConnection): Promise<Held> {
  const { streams } = await jetstreamManager(connection);
  const infos = await Promise.all([EVENT_STREAM, LIVE_STREAM].map((name) => streams.info(name)));
  // Objects of one round may be released in the next one.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const resources = process.getActiveResourcesInfo();
  const count = (kind: string) => resources.filter((one) => one === kind).length;
  return {
    connections: count('TCPSocketWrap'),
    timers: count('Timeout'),
    consumers: infos.reduce((sum, { state }) => sum + state.consumer_count, 0),
    heap: process.memoryUsage().heapUsed,
  };
}

/** Bytes per closed connection; an open one takes 8,000 and more. */
const LEFT_BYTES = 2_000;
/** Bytes that vary with other activity of the process. */
const OWN_TIMERS = 20;

/** Measures after another 1,000 connections that were opened and closed. */
export function expectNothingLeft(before: Held, after: Held): void {
  expect(after.consumers).toBe(before.consumers);
  expect(after.timers - before.timers).toBeLessThan(OWN_TIMERS);
  expect(after.heap - before.heap).toBeLessThan(1_000 * LEFT_BYTES);
}
