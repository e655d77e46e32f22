import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startNats, startService, waitFor, type TestNats, type TestService } from '@questp/testing';
import { bearer, StandIn, userId, uuid } from '../../testing/gateway.fixture.js';
import { claimed, sendEvent } from '../../testing/live.fixture.js';
import { ask, Reader } from '../../testing/reader.fixture.js';

const OWN = '/v1/realtime/submissions';
const SLOW = 500;
/** Approximate size of an event. The kernel buffers some MB per reader before anything is queued in the gateway. */
const BYTES = 8_000;
const MAX_SENT = 1_000;
/** Maximum memory, in MB, for the slow readers. */
const MAX_MEGABYTES = 64;

/** Connections of a port with undelivered data in the kernel although their process has closed them. */
function undelivered(port: number): number {
  const FIN_WAIT_1 = '04';
  const files = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => existsSync(file));
  const connections = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').slice(1));
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return connections.filter((line) => {
    const [, from = '', , state] = line.trim().split(/\s+/);
    return from.endsWith(local) && state === FIN_WAIT_1;
  }).length;
}

const SOON = { timeoutMs: 10_000 };
const MANY = { LIMIT_STREAMS: '1000', LIMIT_PRINCIPAL: '1000000', LIMIT_ADDRESS: '1000000' };

describe('slow readers of live streams', () => {
  let nats: TestNats;
  let services: StandIn;
  let connection: NatsConnection;
  let events: JetStreamClient;
  let gateway: TestService;
  let headers: Record<string, string>;

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    connection = await connect(nats.client);
    events = jetstream(connection);
    gateway = await startService('gateway', { NATS_URL: nats.urlOf('gateway'), ...MANY });
    headers = bearer(services.token({ family: 'user', userId: userId(1), sessionId: uuid(1), status: 'active' }));
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
    await connection?.close();
    await services?.close();
    await nats?.stop();
  });

  const follow = (lastId?: string): Promise<IncomingMessage> =>
    ask(gateway.url + OWN, { ...headers, ...(lastId !== undefined && { 'last-event-id': lastId }) });

  /** Values of the gateway's metrics by name. */
  const gauges = async () => {
    const text = await (await fetch(`${gateway.healthUrl}/metrics`)).text();
    const valueOf = (name: string) => Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    return {
      open: valueOf('questp_live_streams'),
      dropped: valueOf('questp_live_dropped_total'),
      megabytes: valueOf('process_resident_memory_bytes') / 1e6,
    };
  };

  it('A-91 are disconnected, use bounded memory, delay no other reader, and miss nothing after reconnecting', async () => {
    const fast = new Reader(await follow());
    const slow: IncomingMessage[] = [];
    while (slow.length < SLOW) slow.push(...(await Promise.all(Array.from({ length: 50 }, () => follow()))));
    const before = await gauges();
    expect(before).toMatchObject({ open: SLOW + 1, dropped: 0 });

    const sent: string[] = [];
    let peak = before.megabytes;
    for (let now = before; now.dropped < SLOW && sent.length < MAX_SENT; now = await gauges()) {
      peak = Math.max(peak, now.megabytes);
      for (let n = 0; n < 10; n += 1) {
        sent.push(randomUUID());
        await sendEvent(events, 'submission.claimed', { ...claimed(1, sent.at(-1)), reason: 'x'.repeat(BYTES) });
        // The next event is sent after this one has arrived: no reader waits for the slow ones.
        await waitFor(() => fast.events.length === sent.length, { ...SOON, intervalMs: 1 });
      }
    }
    expect(await gauges()).toMatchObject({ open: 1, dropped: SLOW });
    expect(undelivered(Number(new URL(gateway.url).port))).toBe(0);
    expect(fast.submissions).toEqual(sent);
    expect(peak - before.megabytes).toBeLessThan(MAX_MEGABYTES);

    const comingBack = slow.splice(0, 10);
    for (const answer of slow) answer.destroy();
    for (const answer of comingBack) {
      const first = new Reader(answer);
      await waitFor(() => first.ended, SOON);
      const rest = new Reader(await follow(first.lastId));
      await waitFor(() => first.events.length + rest.events.length >= sent.length, SOON);
      expect([...first.submissions, ...rest.submissions]).toEqual(sent);
      rest.leave();
    }
    fast.leave();
  }, 60_000);
});
