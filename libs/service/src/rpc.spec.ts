import 'reflect-metadata';
import { jest } from '@jest/globals';
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { AckPolicy, jetstreamManager } from '@nats-io/jetstream';
import { NestFactory } from '@nestjs/core';
import { AnyObject, AppError, contract, Count, Nothing, Text, Whole } from '@questp/messages';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { headers } from '@nats-io/transport-node';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from './bus.js';
import { currentContext, newCallContext, runInContext, type CallContext } from './call-context.js';
import { steadyNow } from './deadline.js';
import { createLogger } from './logger.js';
import { metrics } from './metrics.js';
import { Rpc, setRpcLogger } from './rpc-handler.js';
import { RpcServer } from './rpc-server.js';

class Said {
  @Text()
  text!: string;
}

class Echo extends Said {
  @Text()
  by!: string;

  @AnyObject({ maxBytes: 3_000_000, optional: true })
  context?: CallContext;
}

class Size {
  @Whole({ min: 0, max: 2 ** 21 })
  bytes!: number;
}

class Wait {
  @Whole({ min: 0, max: 1_000, default: 1 })
  ms!: number;
}

class By {
  @Text()
  by!: string;
}

class Odd {
  @Count()
  big!: bigint;
}

const echo = contract({ subject: 'test.echo', callers: ['caller'], request: Said, reply: Echo });
const refuse = contract({ subject: 'test.refuse', callers: ['caller'], request: Nothing, reply: null });
const crash = contract({ subject: 'test.crash', callers: ['caller'], request: Nothing, reply: null });
const large = contract({ subject: 'test.large', callers: ['caller'], request: Size, reply: Said });
const odd = contract({ subject: 'test.odd', callers: ['caller'], request: Nothing, reply: Odd });
const slow = contract({ subject: 'test.slow', callers: ['caller'], request: Wait, reply: By });
const silent = contract({
  subject: 'test.silent',
  callers: ['caller'],
  request: Nothing,
  reply: null,
  deadlineMs: 300,
});
const patient = contract({
  subject: 'test.patient',
  callers: ['caller'],
  request: Nothing,
  reply: null,
  // A suite is ended before.
  deadlineMs: 600_000,
});
const relay = contract({ subject: 'test.relay', callers: ['caller'], request: Nothing, reply: By, deadlineMs: 600 });
const missing = contract({ subject: 'test.missing', callers: ['caller'], request: Nothing, reply: null });

/** Requests of `slow` whose handler has begun. */
let begun = 0;

function serviceNamed(name: string, bus: () => Bus): Type {
  @Controller()
  class Handlers {
    @Rpc(echo)
    async echo({ text }: { text: string }) {
      return Promise.resolve({ text, by: name, context: currentContext() });
    }

    @Rpc(refuse)
    async refuse(): Promise<never> {
      return Promise.reject(
        new AppError('QUEST_COOLDOWN', { detail: 'Later.', retryAfter: 9, extra: { availableAt: 'tomorrow' } }),
      );
    }

    @Rpc(crash)
    async crash(): Promise<never> {
      return Promise.reject(Object.assign(new Error('SELECT secret FROM vault'), { status: 404 }));
    }

    @Rpc(large)
    async large({ bytes }: { bytes: number }) {
      return Promise.resolve({ text: 'ü'.repeat(bytes / 2) });
    }

    @Rpc(odd)
    async odd() {
      return Promise.resolve({ big: 1n });
    }

    @Rpc(slow)
    async slow({ ms }: { ms: number }) {
      begun += 1;
      await sleep(ms);
      return { by: name };
    }

    @Rpc(patient)
    async patient(): Promise<never> {
      await sleep(600);
      throw new Error('too late');
    }

    @Rpc(relay)
    async relay() {
      await sleep(100);
      return bus().call(slow, { ms: 1_000 });
    }

    @Rpc(silent)
    async silent(): Promise<never> {
      await sleep(600);
      throw new Error('too late');
    }
  }
  @Module({ controllers: [Handlers] })
  class ServiceModule {}
  return ServiceModule;
}

describe('requests between services', () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'debug', { write: (line: string) => lines.push(line) });
  const checksReplies = process.env['CHECK_REPLIES'];
  let nats: TestNats;
  let bus: Bus;
  let services: INestMicroservice[];

  let strategies: RpcServer[];

  const start = async (name: string) => {
    const strategy = new RpcServer(nats.url, 'test', logger);
    strategies.push(strategy);
    const service = await NestFactory.createMicroservice(
      serviceNamed(name, () => bus),
      { strategy, logger: false },
    );
    await service.listen();
    services.push(service);
    return service;
  };

  beforeEach(async () => {
    lines.length = 0;
    begun = 0;
    // As in production.
    delete process.env['CHECK_REPLIES'];
    setRpcLogger(logger);
    services = [];
    strategies = [];
    nats = await startNats({ own: true });
    bus = new Bus(nats.url, 'caller', logger);
    await bus.connect();
    await start('a');
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await bus.close();
    await nats.stop();
    process.env['CHECK_REPLIES'] = checksReplies;
  });

  it('bring back the reply', async () => {
    expect(await bus.call(echo, { text: 'ü\u0001"' })).toMatchObject({ text: 'ü\u0001"', by: 'a' });
  });

  it('bring back what the service wrote, byte by byte, to whoever only passes it on', async () => {
    const bytes = await bus.callForBytes(echo, { text: 'ü}"' });
    expect(bytes.toString()).toMatch(/^{"text":"ü}\\"","by":"a","context":{.*}}$/);
    await expect(bus.callForBytes(refuse, {})).rejects.toMatchObject({ code: 'QUEST_COOLDOWN' });
  });

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

  it.each<[string, (context: CallContext) => Promise<Echo>]>([
    ['which runs', (context) => runInContext(context, () => bus.call(echo, { text: '' }))],
    ['which is named', (context) => bus.call(echo, { text: '' }, context)],
  ])("run in the caller's trace and under its request id, %s", async (_, call) => {
    const context = newCallContext();
    const reply = await call(context);
    expect(reply.context?.requestId).toBe(context.requestId);
    expect(reply.context?.traceparent.slice(0, 36)).toBe(context.traceparent.slice(0, 36));
    expect(reply.context?.traceparent).not.toBe(context.traceparent);
  });

  it('of one turn leave in one piece', async () => {
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

  it('leave lines with their id in the log of the service: one each, and those about what went wrong', async () => {
    const about = (requestId: string) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['requestId'] === requestId);
    const [fine, wrong, tooLarge] = [newCallContext(), newCallContext(), newCallContext()];
    await runInContext(fine, () => bus.call(echo, { text: 'private' }));
    await runInContext(wrong, () => bus.call(crash, {}).catch(() => undefined));
    await runInContext(tooLarge, () => bus.call(large, { bytes: 2 ** 20 }).catch(() => undefined));
    expect(about(fine.requestId)).toMatchObject([
      { subject: 'test.echo', outcome: 'ok', ms: expect.any(Number) as number },
    ]);
    expect(about(wrong.requestId)).toMatchObject([
      { msg: 'handler failed', subject: 'test.crash' },
      { msg: 'handled', outcome: 'INTERNAL' },
    ]);
    expect(about(tooLarge.requestId)).toMatchObject([
      { msg: 'handled', subject: 'test.large' },
      { msg: 'reply too large', subject: 'test.large', traceId: tooLarge.traceparent.slice(3, 35) },
    ]);
    expect(lines.join()).not.toContain('private');
  });

  it('are counted and timed by outcome, at both ends, and those that run are told', async () => {
    const of = async (name: string, outcome: string) => {
      const values = (await metrics.getMetricsAsJSON()).find((one) => one.name === name)?.values ?? [];
      const counts = values.filter(({ labels }) => labels['subject'] === 'test.slow' && labels['outcome'] === outcome);
      // Of a histogram, the sample without a bucket that counts all.
      return counts.find((one) => !('metricName' in one) || one.metricName === `${name}_count`)?.value ?? 0;
    };
    const inFlight = async () => (await metrics.getSingleMetric('questp_rpc_in_flight')?.get())?.values[0]?.value;
    const read = async () =>
      Promise.all([
        of('questp_rpc_calls_total', 'ok'),
        of('questp_rpc_handled_seconds', 'ok'),
        of('questp_rpc_calls_total', 'INTERNAL'),
        of('questp_rpc_handled_seconds', 'VALIDATION_FAILED'),
      ]);
    const before = await read();
    const running = [1, 2].map(() => bus.call(slow, { ms: 300 }));
    await waitFor(async () => (await inFlight()) === 2, { intervalMs: 1 });
    await Promise.all(running);
    expect(await inFlight()).toBe(0);
    await expect(bus.call(slow, { ms: -1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await read()).map((count, index) => count - (before[index] as number))).toEqual([2, 2, 0, 1]);
  });

  it('bring an error through with all its members', async () => {
    await expect(bus.call(refuse, {})).rejects.toMatchObject({
      code: 'QUEST_COOLDOWN',
      status: 409,
      details: { detail: 'Later.', retryAfter: 9, extra: { availableAt: 'tomorrow' } },
    });
  });

  it('answer INTERNAL without a word of an unforeseen error, which is logged', async () => {
    const error = (await bus.call(crash, {}).catch((thrown: unknown) => thrown)) as AppError;
    expect(error.toEnvelope()).toEqual({ code: 'INTERNAL' });
    expect(lines.join()).toContain('SELECT secret FROM vault');
  });

  it('are SERVICE_UNAVAILABLE at once when nobody answers the subject', async () => {
    // At the deadline it would be another error.
    await expect(bus.call(missing, {})).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfter: 1 },
    });
  });

  it('are UPSTREAM_TIMEOUT at the deadline when no answer comes', async () => {
    const started = Date.now();
    await expect(bus.call(silent, {})).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
  });

  it('bring a reply just below 1 MiB, and answer INTERNAL at once above it', async () => {
    const bytes = 2 ** 20 - 200;
    expect((await bus.call(large, { bytes })).text).toHaveLength(bytes / 2);
    await expect(bus.call(large, { bytes: 2 ** 20 })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(lines.join()).toMatch(/"subject":"test.large","bytes":1048\d+,.*reply too large/);
  });

  it('answer INTERNAL at once when the reply is not JSON', async () => {
    await expect(bus.call(odd, {})).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('that cannot be sent are INTERNAL: a retry would not help', async () => {
    await expect(bus.call(echo, { text: 'x'.repeat(2 ** 20) })).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(bus.call(echo, { text: 1n as unknown as string })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await bus.call(echo, { text: 'still works' })).toMatchObject({ text: 'still works' });
  });

  it('are SERVICE_UNAVAILABLE while the broker is gone, and work again when it is back (A-87)', async () => {
    let reconnected = 0;
    bus.onReconnect(() => (reconnected += 1));
    await nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await expect(bus.call(echo, { text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await nats.restart();
    await waitFor(() => bus.isReady());
    await waitFor(() => bus.call(echo, { text: 'back' }));
    expect(reconnected).toBe(1);
  });

  it('do not hang in a frozen broker: it is noticed within 2 s, then all are SERVICE_UNAVAILABLE until it is back', async () => {
    nats.pause();
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

    nats.resume();
    await waitFor(() => bus.isReady());
    await waitFor(() => bus.call(echo, { text: 'back' }));
    expect(bus.isDisconnected).toBe(false);
  });

  it('are not carried out when their caller has given up meanwhile', async () => {
    const ask = async (age: number) => {
      const sent = headers();
      sent.set('x-sent', `${'b'.repeat(16)} ${Math.round(steadyNow()) - age} 5000`);
      const reply = await bus.connection.request('test.echo', '{"text":"late"}', {
        headers: sent,
        timeout: 2_000,
      });
      return reply.json<object>();
    };
    expect(await ask(1_000)).toMatchObject({ ok: { text: 'late' } });
    expect(await ask(5_100)).toEqual({ error: { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 } });
  });

  it('that a service sends on behalf of another wait no longer than that one', async () => {
    const handled = () =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'handled');
    await expect(bus.call(relay, {})).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await waitFor(() => handled().length === 2);
    // It gave up while what it had asked for went on.
    expect(handled().map(({ subject }) => subject)).toEqual(['test.relay', 'test.slow']);
  });

  it('are shared by the replicas, each answered once', async () => {
    await start('b');
    const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => bus.call(echo, { text: String(i) })));
    expect(replies.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
    expect(new Set(replies.map(({ by }) => by))).toEqual(new Set(['a', 'b']));
  });

  it('that run while the service stops are still answered', async () => {
    const running = Promise.all([1, 2, 3].map(() => bus.call(slow, { ms: 500 })));
    await waitFor(() => begun === 3, { intervalMs: 1 });
    await services.pop()?.close();
    expect(await running).toEqual([{ by: 'a' }, { by: 'a' }, { by: 'a' }]);
    await expect(bus.call(echo, { text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('reach no replica that left the queue group, and all that joined it again', async () => {
    const [first] = strategies;
    await start('b');
    const repliedBy = async () => {
      const replies = await Promise.all(Array.from({ length: 100 }, () => bus.call(slow, { ms: 1 })));
      return [...new Set(replies.map(({ by }) => by))].sort();
    };
    for (let round = 0; round < 3; round += 1) {
      // What was sent to it before is answered.
      const running = Promise.all(Array.from({ length: 20 }, () => bus.call(slow, { ms: 100 })));
      await first?.leave();
      expect(await repliedBy()).toEqual(['b']);
      expect(await running).toHaveLength(20);
      await first?.join();
      expect(await repliedBy()).toEqual(['a', 'b']);
    }
    await Promise.all(strategies.map((strategy) => strategy.leave()));
    await expect(bus.call(slow, { ms: 1 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfter: 1 },
    });
  });

  it('reach no replica that left while the broker was gone, when it is back', async () => {
    const [first] = strategies;
    await nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await first?.leave();
    await nats.restart();
    await waitFor(() => bus.isReady());
    await sleep(600);
    await expect(bus.call(slow, { ms: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await first?.join();
    await waitFor(() => bus.call(slow, { ms: 1 }));
  });

  it('are never lost while one of two replicas stops under load', async () => {
    const first = services[0] as INestMicroservice;
    await start('b');
    let stopped = false;
    const outcomes: string[] = [];
    const load = async () => {
      while (!stopped) {
        outcomes.push(
          await bus.call(slow, { ms: 1 }).then(
            ({ by }) => by,
            (error: AppError) => error.code,
          ),
        );
      }
    };
    const clients = Promise.all(Array.from({ length: 16 }, load));
    await waitFor(() => ['a', 'b'].every((by) => outcomes.includes(by)));
    await first.close();
    services.shift();
    const atTheStop = outcomes.length;
    await waitFor(() => outcomes.length > atTheStop + 50);
    stopped = true;
    await clients;
    expect(new Set(outcomes)).toEqual(new Set(['a', 'b']));
  });

  it('are dropped where the answer would go elsewhere than to an inbox, or where something else is delivered', async () => {
    await start('a');
    const heard: string[] = [];
    bus.connection.subscribe('events.>', { callback: (_, { subject }) => void heard.push(subject) });
    const packet = JSON.stringify({ text: 'x' });
    bus.connection.publish('test.echo', packet, { reply: 'events.user.updated' });
    bus.connection.publish('test.echo', packet);
    // As JetStream delivers an event to whatever subject a consumer names for it.
    const manager = await jetstreamManager(bus.connection);
    await manager.streams.add({ name: 'ANY', subjects: ['any'] });
    await manager.consumers.add('ANY', { durable_name: 'any', ack_policy: AckPolicy.Explicit });
    bus.connection.publish('any', packet);
    bus.connection.publish('$JS.API.CONSUMER.MSG.NEXT.ANY.any', '', { reply: 'test.echo' });
    await waitFor(() => lines.filter((line) => line.includes('dropped')).length === 3);
    expect(await bus.call(echo, { text: 'y' })).toMatchObject({ text: 'y' });
    expect(heard).toEqual([]);
  });

  it('get a sentence at start instead of a broker that refuses the password', async () => {
    const url = new URL(nats.url);
    url.password = 'wrong';
    const refused = new Bus(url.href, 'caller', logger);
    await expect(refused.connect()).rejects.toThrow(/^The broker refuses the user and password in NATS_URL$/);
  });

  it('wait at start for a broker that is out of reach', async () => {
    await nats.kill();
    const early = new Bus(nats.url, 'caller', logger);
    const connecting = early.connect();
    await sleep(600);
    await nats.restart();
    await connecting;
    expect(await early.isReady()).toBe(true);
    await early.close();
  });

  it('do not keep a service from stopping while the broker is gone', async () => {
    await nats.kill();
    await waitFor(async () => !(await bus.isReady()));
    await expect(services.pop()?.close()).resolves.toBeUndefined();
  });

  it('a broadcast reaches every listener; a malformed one harms nobody', async () => {
    const other = new Bus(nats.url, 'other', logger);
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
    expect(heard.sort()).toEqual(['bus 1', 'other 1']);
    await other.close();
  });
});
