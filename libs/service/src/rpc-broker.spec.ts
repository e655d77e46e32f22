import { jest } from '@jest/globals';
import { API_OF_SERVICES, EVENT_STREAM } from '@questp/broker';
import { waitFor } from '@questp/testing';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from './bus.js';
import { echo, patient, slow, Said, RpcStage } from './testing/rpc.fixture.js';

describe('requests and the broker', () => {
  let stage: RpcStage;
  let bus: Bus;
  beforeEach(async () => {
    stage = await RpcStage.open();
    ({ bus } = stage);
  });
  afterEach(() => stage.close());

  it('cost the broker no subscription each, and take no answer that comes too late for that of another', async () => {
    const subscribe = jest.spyOn(bus.connection, 'subscribe');
    const late = Array.from({ length: 20 }, () => bus.call({ ...slow, deadlineMs: 50 }, { ms: 150 }));
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    const calls = Array.from({ length: 20 }, (_, i) => bus.call(echo, { text: String(i) }));
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(calls.map((_, i) => String(i)));
    await sleep(200);
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('of one turn leave in one piece', async () => {
    // The first one is sent twice.
    await bus.call(echo, { text: '' });
    const write = jest.spyOn(Socket.prototype, 'write');
    const asked: Promise<unknown>[] = [];
    for (let n = 0; n < 10; n += 1) {
      asked.push(bus.call(echo, { text: String(n) }));
      await Promise.resolve();
    }
    await Promise.all(asked);
    const pieces = write.mock.calls.filter(([data]) => Buffer.from(data).includes(`HPUB ${echo.subject}`));
    write.mockRestore();
    expect(pieces).toHaveLength(1);
  });

  it('are SERVICE_UNAVAILABLE while the broker is gone, and work again when it is back (A-87)', async () => {
    let reconnected = 0;
    bus.onReconnect(() => (reconnected += 1));
    await stage.nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await expect(bus.call(echo, { text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await stage.nats.restart();
    await waitFor(() => bus.isReady());
    await waitFor(() => bus.call(echo, { text: 'back' }));
    expect(reconnected).toBe(1);
  });

  it('do not hang in a frozen broker: it is noticed within 2 s, then all are SERVICE_UNAVAILABLE until it is back', async () => {
    stage.nats.pause();
    const change = bus.call(patient, {}).catch((error: unknown) => error);
    const look = bus.call({ ...patient, changes: false }, {}).catch((error: unknown) => error);
    await waitFor(async () => !(await bus.isReady()));
    expect(await change).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await look).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 1 } });
    expect(bus.isDisconnected).toBe(true);

    await expect(bus.call(patient, {})).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfter: 1 },
    });
    expect(await bus.isReady()).toBe(false);

    stage.nats.resume();
    await waitFor(() => bus.isReady());
    await waitFor(() => bus.call(echo, { text: 'back' }));
    expect(bus.isDisconnected).toBe(false);
  });

  it('reach no replica that left while the broker was gone, when it is back', async () => {
    const [first] = stage.servers;
    await stage.nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await first?.leave();
    await stage.nats.restart();
    await waitFor(() => bus.isReady());
    await sleep(600);
    await expect(bus.call(slow, { ms: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await first?.join();
    await waitFor(() => bus.call(slow, { ms: 1 }));
  });

  it('are dropped where the answer would go elsewhere than to an inbox, or where something else is delivered', async () => {
    await stage.start('a');
    const heard: string[] = [];
    bus.connection.subscribe('broadcast.>', { callback: (_, { subject }) => void heard.push(subject) });
    const packet = JSON.stringify({ text: 'x' });
    bus.connection.publish('test.echo', packet, { reply: 'broadcast.test' });
    bus.connection.publish('test.echo', packet);
    // JetStream delivers an event to any subject that a service names for it.
    await bus.connection.request('replay.notifier.test', packet);
    bus.connection.publish(`${API_OF_SERVICES}.CONSUMER.MSG.NEXT.${EVENT_STREAM}.notifier`, '', { reply: 'test.echo' });
    await waitFor(() => stage.lines.filter((line) => line.includes('dropped')).length === 3);
    expect(await bus.call(echo, { text: 'y' })).toMatchObject({ text: 'y' });
    expect(heard).toEqual([]);
  });

  it('get a sentence at start instead of a broker that refuses the password', async () => {
    const url = new URL(stage.nats.url);
    url.password = 'wrong';
    const refused = new Bus(url.href, 'caller', stage.logger);
    await expect(refused.connect()).rejects.toThrow(/^The broker refuses the user and password in NATS_URL$/);
  });

  it('wait at start for a broker that is out of reach', async () => {
    await stage.nats.kill();
    const early = new Bus(stage.nats.url, 'caller', stage.logger);
    const connecting = early.connect();
    await sleep(600);
    await stage.nats.restart();
    await connecting;
    expect(await early.isReady()).toBe(true);
    await early.close();
  });

  it('do not keep a service from stopping while the broker is gone', async () => {
    await stage.nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await expect(stage.servers.pop()?.close()).resolves.toBeUndefined();
  });

  it('a broadcast reaches every listener; a malformed one is ignored', async () => {
    const other = new Bus(stage.nats.url, 'other', stage.logger);
    await other.connect();
    const heard: string[] = [];
    for (const [name, listener] of [['bus', bus] as const, ['other', other] as const]) {
      listener.listen('broadcast.test', Said, ({ text }) => heard.push(`${name} ${text}`));
      await listener.connection.flush();
    }
    bus.connection.publish('broadcast.test', 'not json');
    for (const bad of [null, 'x', {}, { text: 1 }]) await bus.broadcast('broadcast.test', bad as object);
    await bus.broadcast('broadcast.test', { text: '1', addedLater: true });
    await waitFor(() => heard.length === 2);
    // JetStream delivers an event to any subject that a service names for it.
    await other.connection.request('replay.notifier.test', JSON.stringify({ text: 'forged' }));
    const next = `${API_OF_SERVICES}.CONSUMER.MSG.NEXT.${EVENT_STREAM}.notifier`;
    const delivered = new Promise((resolve) => {
      other.connection.subscribe('broadcast.test', { max: 1, callback: resolve });
    });
    other.connection.publish(next, '', { reply: 'broadcast.test' });
    await delivered;
    await other.connection.flush();
    await bus.connection.flush();
    expect(heard.sort()).toEqual(['bus 1', 'other 1']);
    await other.close();
  });
});
