import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { API_OF_SERVICES, EVENT_STREAM } from '@questp/broker';
import { EVENT_VERSION, PRINCIPAL_REVOKED, type EventType, type EventTypes } from '@questp/messages/tables';
import { createLogger, metrics } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../../testing/gateway.fixture.js';
import { EventStream } from './event-stream.js';
import { expectNothingLeft, held } from '../../testing/held.fixture.js';
import { claimed, PROJECT, sendEvent } from '../../testing/live.fixture.js';
import { BrokerClock } from '../../admission/rate-limits/broker-clock.js';
import { LiveEventLog } from './live-event-log.js';
import type { LogEntry } from './log-entry.js';
import { ask as askFor, Reader } from '../../testing/reader.fixture.js';

/** Long enough for a slow machine, and shorter than the timeout of a test. */
const until = (condition: () => boolean | Promise<boolean>) => waitFor(condition, { timeoutMs: 20_000 });

/** Requests per minute. */
const MANY = { LIMIT_PRINCIPAL: 1e6, LIMIT_ADDRESS: 1e6 };

const OWN = '/v1/realtime/submissions';
const NEWS = '/v1/notifications/stream';
const OF_PROJECT = `/v1/realtime/projects/${PROJECT}/submissions`;

describe('live streams', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let other: TestGateway;
  let services: StandIn;
  let connection: NatsConnection;
  let events: JetStreamClient;
  const readers: Reader[] = [];

  beforeAll(async () => {
    nats = await startNats({ own: true });
    services = await StandIn.connect(nats.url);
    connection = await connect({ ...nats.jetStream.client, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    events = jetstream(connection);
    gateway = await startGateway(nats.urlOf('gateway'), MANY);
    other = await startGateway(nats.urlOf('gateway'), MANY);
    for (const one of [1, 2]) services.roles.set(`${PROJECT} ${userId(one)}`, 'project_moderator');
    for (const one of [gateway, other]) {
      await until(async () => (await fetch(one.url + OWN, { method: 'HEAD', headers: as(1) })).status === 200);
    }
  }, 60_000);
  afterEach(() => readers.splice(0).forEach((reader) => reader.leave()));
  afterAll(async () => {
    await gateway?.close();
    await other?.close();
    await connection?.close();
    await services?.close();
    await nats?.stop();
  });

  const tokenOf = (user: number) =>
    services.token({ family: 'user', userId: userId(user), sessionId: uuid(user), status: 'active' });
  const as = (user: number) => bearer(tokenOf(user));

  const send = <T extends EventType>(type: T, data: EventTypes[T]) => sendEvent(events, type, data);
  const credit = async (user: number, projectId = PROJECT) => {
    const data = claimed(user, randomUUID(), projectId);
    await send('submission.claimed', data);
    return data.submissionId;
  };

  const ask = (
    path: string,
    headers: Record<string, string>,
    { url }: { url: string } = gateway,
  ): Promise<IncomingMessage> => askFor(url + path, headers);
  const read = async (path: string, headers: Record<string, string>, from = gateway): Promise<Reader> => {
    const answer = await ask(path, headers, from);
    expect(answer.statusCode).toBe(200);
    const reader = new Reader(answer);
    readers.push(reader);
    await until(() => reader.heard.length > 0);
    return reader;
  };
  const openStreams = async () => (await metrics.getSingleMetric('questp_live_streams')?.get())?.values[0]?.value;

  it('send each reader its own events only, with the original envelope', async () => {
    const [own, news, team, others] = await Promise.all([
      read(OWN, as(1)),
      read(NEWS, as(1)),
      read(OF_PROJECT, as(2)),
      read(OWN, as(3)),
    ]);
    const mine = await credit(1);
    const elsewhere = await credit(1, uuid(77));
    const foreign = await credit(3, uuid(78));
    const note = await send('notification.created', { notificationId: uuid(8), userId: userId(1), kind: 'a' });
    await send('campaign.ended', { projectId: PROJECT, campaignId: uuid(2) });
    const last = await credit(4);
    await until(() => own.events.length === 2 && others.events.length === 1 && news.events.length === 1);
    await until(() => team.events.length === 2);
    expect(own.submissions).toEqual([mine, elsewhere]);
    expect(others.submissions).toEqual([foreign]);
    expect(team.submissions).toEqual([mine, last]);
    expect(news.events).toMatchObject([{ event: 'notification.created', data: { id: note } }]);
    expect(own.events[0]).toMatchObject({
      event: 'submission.claimed',
      data: { type: 'submission.claimed', version: EVENT_VERSION, data: claimed(1, mine) },
    });
  });

  it('come unbuffered and uncompressed, and not to be kept', async () => {
    const { answer } = await read(OWN, { ...as(1), 'accept-encoding': 'gzip, br', origin: 'http://127.0.0.1:4201' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('ignore what a service makes JetStream publish to subjects of the log', async () => {
    const own = await read(OWN, as(1));
    const [epoch, position] = own.lastId.split('-');
    const service = await connect(nats.client);
    const reply = `live.${userId(1)}.-.submission.claimed`;
    service.publish('replay.notifier.test', '{}', { reply });
    const forged = headers();
    forged.set('Nats-Sequence', String(Number(position) + 1));
    await service.request('replay.notifier.test', '{}', { headers: forged, timeout: 5_000 });
    const arrived: string[] = [];
    service.subscribe('live.>', { callback: (_, { subject }) => void arrived.push(subject) });
    for (const _ of [1, 2]) {
      service.publish(`${API_OF_SERVICES}.CONSUMER.MSG.NEXT.${EVENT_STREAM}.notifier`, '', { reply });
    }
    await until(() => arrived.length >= 2);
    await service.close();
    const sent = [await credit(1), await credit(1)];
    await until(() => own.events.length === 2);
    expect(own.submissions).toEqual(sent);
    const later = await read(OWN, as(1));
    expect(later.lastId).toBe(`${epoch}-${Number(position) + 2}`);
  });

  it('A-91 go on after the last event that was seen, at whichever gateway, without loss or repeat', async () => {
    const first = await read(OWN, as(1));
    const sent = [await credit(1)];
    await until(() => first.events.length === 1);
    first.leave();
    for (let n = 0; n < 450; n += 1) sent.push(await credit(n % 3 === 0 ? 1 : 9));
    const own = sent.filter((_, n) => n === 0 || (n - 1) % 3 === 0);
    // More events arrive while the missed ones are read.
    const sending = (async () => {
      for (let n = 0; n < 100; n += 1) own.push(await credit(1));
    })();
    const pairs = Array.from({ length: 8 }, () => [
      read(OWN, { ...as(1), 'last-event-id': first.lastId }, other),
      read(`${OWN}?lastEventId=${first.lastId}`, as(1)),
    ]);
    const caught = await Promise.all(pairs.flat());
    await sending;
    for (const reader of caught) {
      await until(() => reader.submissions.at(-1) === own.at(-1));
      expect(reader.submissions).toEqual(own.slice(1));
    }
  }, 60_000);

  it('A-91 send an entry once that was read from the log before it was republished', async () => {
    const entries: LogEntry[] = [];
    const logger = createLogger('gateway', 'silent');
    const log = new LiveEventLog(gateway.bus, logger, new BrokerClock());
    log.listen({ onEntry: (entry) => entries.push(entry), onLost: () => undefined });
    log.open();
    const server = createServer();
    try {
      await until(() => log.lastId !== undefined);
      const before = (await log.seqOf(log.lastId as string)) as number;
      const sent = [await credit(1), await credit(1), await credit(1)];
      await until(() => entries.length === 3);
      server.on('request', (_, response) => {
        const stream = new EventStream(response, log, () => undefined);
        void stream.replay(before, `log.${userId(1)}.*.submission.*`).then(() => {
          for (const entry of entries) stream.offer(entry);
          stream.end();
        });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const reader = new Reader(
        await ask('', {}, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
      );
      await until(() => reader.ended);
      expect(reader.submissions).toEqual(sent);
    } finally {
      server.close();
      await log.close();
    }
  });

  it('A-91 send no id without data, and keep the position of an idle reader current', async () => {
    const real = globalThis.setInterval;
    const passes: (() => void)[] = [];
    globalThis.setInterval = ((pass: () => void, ms: number) => (passes.push(pass), real(pass, ms))) as typeof real;
    const third = await startGateway(nats.urlOf('gateway'), MANY).finally(() => (globalThis.setInterval = real));
    try {
      await until(async () => (await fetch(third.url + OWN, { method: 'HEAD', headers: as(1) })).status === 200);
      const headers = as(1);
      const quiet = await read(OWN, headers, third);
      let text = '';
      quiet.answer.on('data', (more: string) => (text += more));
      await credit(9);
      // Simulates an hour.
      await until(() => {
        for (const pass of passes) pass();
        return quiet.heard.length > 1 && quiet.lastId !== quiet.heard[0]?.id && text.includes(': ping\n\n');
      });
      const blocks = text.split('\n\n').filter((block) => block.includes('id: '));
      expect(blocks.filter((block) => !/^data: /m.test(block))).toEqual([]);
      expect(new Set(quiet.heard.map(({ event }) => event))).toEqual(new Set(['ready']));
      quiet.leave();
      const sent = [await credit(1), await credit(1)];
      const again = await read(OWN, { ...headers, 'last-event-id': quiet.lastId });
      await until(() => again.events.length === 2);
      expect(again.submissions).toEqual(sent);
    } finally {
      await third.close();
    }
  });

  it('A-91 answer an id that is not of the log with reset, and never replay events of other users', async () => {
    const { lastId } = await read(OWN, as(1));
    const [epoch, seq] = lastId.split('-');
    const foreign = ['0', '-1', 'x', `${epoch}-`, `${epoch}-${Number(seq) + 1_000}`, `zz-${seq}`, `${epoch}-1e3`];
    for (const id of [...foreign, `${epoch}-99999999999999999999`]) {
      const reader = await read(OWN, { ...as(1), 'last-event-id': id });
      expect(reader.heard.map(({ event }) => event)).toEqual(['reset']);
      reader.leave();
    }
    const tooLong = await ask(`${OWN}?lastEventId=${'1'.repeat(65)}`, as(1));
    expect(tooLong.statusCode).toBe(400);
    tooLong.resume();
    // The first entries of the log are for others.
    const reader = await read(OWN, { ...as(55), 'last-event-id': `${epoch}-0` });
    const mine = await credit(55);
    await until(() => reader.events.length > 0);
    expect(reader.submissions).toEqual([mine]);
  });

  it.each([OWN, OF_PROJECT])('A-43, A-53 end within 5 s when access is lost: %s', async (path) => {
    const token = tokenOf(1);
    const [lost, kept] = await Promise.all([read(path, bearer(token)), read(path, as(2))]);
    services.forget(token);
    const began = performance.now();
    await services.publish(PRINCIPAL_REVOKED, { family: 'user', id: userId(1), sessionId: uuid(1) });
    await until(() => lost.ended);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(kept.ended).toBe(false);
  });

  it('A-53 end when a member is removed, or the project archived', async () => {
    const [member, colleague, elsewhere] = await Promise.all([
      read(OF_PROJECT, as(1)),
      read(OF_PROJECT, as(2)),
      read(OWN, as(1)),
    ]);
    services.roles.delete(`${PROJECT} ${userId(1)}`);
    await send('project.member_removed', { projectId: PROJECT, projectName: 'A', userId: userId(1) });
    await until(() => member.ended);
    expect([colleague.ended, elsewhere.ended]).toEqual([false, false]);
    services.roles.delete(`${PROJECT} ${userId(2)}`);
    await send('project.archived', { projectId: PROJECT });
    await until(() => colleague.ended);
    const refused = await ask(OF_PROJECT, as(1));
    expect(refused.resume().statusCode).toBe(404);
    for (const one of [1, 2]) services.roles.set(`${PROJECT} ${userId(one)}`, 'project_moderator');
  });

  it('are so many for one principal, and for all', async () => {
    const few = await startGateway(nats.urlOf('gateway'), { ...MANY, LIMIT_STREAMS: 2, LIMIT_STREAMS_TOTAL: 3 });
    try {
      await until(async () => (await fetch(few.url + OWN, { method: 'HEAD', headers: as(1) })).status === 200);
      const answers = await Promise.all([1, 1, 1, 1].map((user) => ask(OWN, as(user), few)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429, 429]);
      expect((await ask(OWN, as(2), few)).statusCode).toBe(200);
      answers.forEach((answer) => answer.statusCode === 429 && answer.resume());
      const refused = await ask(OWN, as(3), few);
      refused.resume();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
      answers.forEach((answer) => answer.destroy());
      await until(async () => (await fetch(few.url + OWN, { method: 'HEAD', headers: as(3) })).status === 200);
    } finally {
      await few.close();
    }
  });

  it('A-91 drop a reader that does not read, and keep no more than a bound for it', async () => {
    const { hostname, port } = new URL(gateway.url);
    await until(async () => (await openStreams()) === 0);
    const socket = connectTcp(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${OWN} HTTP/1.1\r\nhost: x\r\nauthorization: ${as(66).authorization}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    socket.on('error', () => undefined);
    const fast = await read(OWN, as(66));
    const data = { ...claimed(66), reason: 'x'.repeat(1_000) };
    let sent = 0;
    const isDropped = async () => (await openStreams()) === 1;
    while (!(await isDropped()) && sent < 50_000) {
      await Promise.all(Array.from({ length: 200 }, () => send('submission.claimed', data)));
      sent += 200;
    }
    expect(await isDropped()).toBe(true);
    await until(() => fast.events.length === sent);
    socket.destroy();
  }, 120_000);

  it('A-91 leave nothing behind after 1,000 readers that came and went', async () => {
    await until(async () => (await openStreams()) === 0);
    const everybody = Array.from({ length: 20 }, (_, n) => as(200 + n)).flatMap((headers) =>
      Array<typeof headers>(10).fill(headers),
    );
    const comeAndGo = async () => {
      const answers = await Promise.all(everybody.map((headers) => ask(OWN, headers)));
      expect(await openStreams()).toBe(200);
      answers.forEach((answer) => answer.destroy());
      await until(async () => (await openStreams()) === 0);
    };
    await comeAndGo();
    await until(async () => (await held(connection)).connections < 20);
    const before = await held(connection);
    for (let n = 0; n < 1_000; n += 200) await comeAndGo();
    await until(async () => (await held(connection)).connections <= before.connections);
    const after = await held(connection);
    expectNothingLeft(before, after);
  }, 60_000);

  it('A-87 go on in order and without a gap when the broker was away', async () => {
    const reader = await read(OWN, as(1));
    const sent = [await credit(1)];
    nats.pause();
    const waiting = Promise.all(Array.from({ length: 20 }, () => credit(1).catch(() => undefined)));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    nats.resume();
    await waiting;
    await nats.kill();
    await nats.restart();
    await until(async () => (await credit(1).catch(() => undefined)) !== undefined);
    // Access is checked again when the broker is back; the fake identity may answer late.
    const again = reader.ended ? await read(OWN, { ...as(1), 'last-event-id': reader.lastId }) : reader;
    const end = await credit(1);
    await until(() => again.submissions.includes(end));
    const heard = [...(again === reader ? [] : reader.submissions), ...again.submissions];
    expect(new Set(heard).size).toBe(heard.length);
    expect(heard).toEqual(expect.arrayContaining(sent));
  }, 60_000);
});
