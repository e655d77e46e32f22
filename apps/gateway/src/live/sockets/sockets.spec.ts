import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { AdminRole } from '@questp/messages/access';
import { CONSOLE_NAMESPACE, STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { EVENT_VERSION, PRINCIPAL_REVOKED, type EventType, type EventTypes } from '@questp/messages/tables';
import { metrics } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import {
  adminId,
  bearer,
  StandIn,
  startGateway,
  userId,
  uuid,
  type TestGateway,
} from '../../testing/gateway.fixture.js';
import { expectNothingLeft, held } from '../../testing/held.fixture.js';
import { claimed, PROJECT, sendEvent } from '../../testing/live.fixture.js';
import type { Acknowledgement } from './live-sockets.js';

interface Heard {
  type: string;
  event: { id: string; data: { submissionId?: string } };
  id: string;
}

/** One connection, which records what it receives. */
class Reader {
  readonly heard: Heard[] = [];
  readonly left: string[] = [];

  constructor(readonly socket: Socket) {
    socket.on('left', ({ projectId }: { projectId: string }) => this.left.push(projectId));
    socket.onAny((type: string, event: Heard['event'], id: string) => {
      if (type !== 'left') this.heard.push({ type, event, id });
    });
  }

  get submissions(): (string | undefined)[] {
    return this.heard.map(({ event }) => event.data.submissionId);
  }

  async ask(message: 'join' | 'leave', payload: unknown): Promise<string> {
    const answer = (await this.socket.emitWithAck(message, payload)) as Acknowledgement;
    return answer.ok ? 'ok' : answer.problem.code;
  }
}

const until = (condition: () => boolean | Promise<boolean>) => waitFor(condition, { timeoutMs: 20_000 });

/** Requests per minute. */
const MANY = { LIMIT_PRINCIPAL: 1e6, LIMIT_ADDRESS: 1e6, LIMIT_ANONYMOUS: 1e6 };
const OWN = '/v1/realtime/submissions';

describe('sockets', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let other: TestGateway;
  let services: StandIn;
  let connection: NatsConnection;
  let events: JetStreamClient;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    connection = await connect(nats.jetStream.client);
    events = jetstream(connection);
    gateway = await startGateway(nats.urlOf('gateway'), MANY);
    other = await startGateway(nats.urlOf('gateway'), MANY);
    for (const one of [gateway, other]) await ready(one);
  }, 60_000);
  beforeEach(() => {
    for (const one of [1, 2]) services.roles.set(`${PROJECT} ${userId(one)}`, 'project_moderator');
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
  afterAll(async () => {
    await gateway?.close();
    await other?.close();
    await connection?.close();
    await services?.close();
    await nats?.stop();
  });

  const ready = ({ url }: TestGateway) =>
    until(async () => (await fetch(url + OWN, { method: 'HEAD', headers: bearer(tokenOf(99)) })).status === 200);
  const tokenOf = (user: number, status: 'active' | 'suspended' = 'active') =>
    services.token({ family: 'user', userId: userId(user), sessionId: uuid(user), status });
  const operator = (admin: number, role: AdminRole, mustChangePassword = false) =>
    services.token({
      family: 'admin',
      adminId: adminId(admin),
      sessionId: uuid(admin),
      role,
      signedInAt: new Date().toISOString(),
      mustChangePassword,
      mustEnableTwoFactor: false,
    });
  const send = <T extends EventType>(type: T, data: EventTypes[T]) => sendEvent(events, type, data);
  const credit = async (user: number, projectId = PROJECT) => {
    const data = claimed(user, randomUUID(), projectId);
    await send('submission.claimed', data);
    return data.submissionId;
  };

  const open = (
    namespace: string,
    token: unknown,
    options: Partial<ManagerOptions & SocketOptions> = {},
    at = gateway,
  ) => {
    const socket = io(at.url + namespace, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } },
      ...options,
    });
    sockets.push(socket);
    return socket;
  };
  /** The error with which the namespace refused the connection, or none. */
  const outcome = (socket: Socket): Promise<string> => {
    return new Promise<string>((resolve) => {
      socket.once('connect_error', ({ message }) => resolve(message));
      socket.once('connect', () => resolve('ok'));
    });
  };
  const enter = async (namespace: string, token: string, at = gateway): Promise<Reader> => {
    const socket = open(namespace, token, {}, at);
    const reader = new Reader(socket);
    expect(await outcome(socket)).toBe('ok');
    return reader;
  };
  const member = async (user: number, at = gateway, projectId = PROJECT): Promise<Reader> => {
    const reader = await enter(STUDIO_NAMESPACE, tokenOf(user), at);
    expect(await reader.ask('join', projectId)).toBe('ok');
    return reader;
  };
  const openSockets = async () => (await metrics.getSingleMetric('questp_live_sockets')?.get())?.values[0]?.value;

  it('send the events of a project to its rooms at every gateway, and to no other socket', async () => {
    const [here, there, visitor] = await Promise.all([
      member(1),
      member(2, other),
      enter(STUDIO_NAMESPACE, tokenOf(3)),
    ]);
    await credit(1, uuid(77));
    const sent = [await credit(5), await credit(6)];
    await send('campaign.started', { projectId: PROJECT, campaignId: uuid(2) });
    await until(() => here.heard.length === 3 && there.heard.length === 3);
    expect(here.submissions).toEqual([...sent, undefined]);
    expect(here.heard).toEqual(there.heard);
    expect(here.heard[0]).toMatchObject({
      ...{ type: 'submission.claimed', id: expect.stringMatching(/^\w+-\d+$/) as string },
      event: { type: 'submission.claimed', version: EVENT_VERSION, data: claimed(5, sent[0]) },
    });
    expect(await here.ask('leave', PROJECT)).toBe('ok');
    const last = await credit(7);
    await until(() => there.submissions.includes(last));
    expect([here.heard.length, visitor.heard.length]).toEqual([3, 0]);
  });

  it('admit a client to the room of a project that it may read, up to the maximum of rooms', async () => {
    const stranger = await enter(STUDIO_NAMESPACE, tokenOf(3));
    for (const room of [PROJECT, 'x', null, { projectId: PROJECT }, [PROJECT], stranger.socket.id, undefined]) {
      expect(await stranger.ask('join', room)).toBe('NOT_FOUND');
    }
    const reader = await enter(STUDIO_NAMESPACE, tokenOf(1));
    for (let n = 100; n < 130; n += 1) services.roles.set(`${uuid(n)} ${userId(1)}`, 'project_admin');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => reader.ask('join', uuid(100 + n))));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(20);
    expect(answers.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(10);
    await credit(1);
    const sent = await credit(1, uuid(100));
    await until(() => reader.heard.length > 0);
    expect([reader.submissions, stranger.heard]).toEqual([[sent], []]);
  });

  it('know a project by its id in any case', async () => {
    const project = uuid(0xabcdef);
    services.roles.set(`${project} ${userId(1)}`, 'project_admin');
    const reader = await enter(STUDIO_NAMESPACE, tokenOf(1));
    expect(await reader.ask('join', project.toUpperCase())).toBe('ok');
    const sent = await credit(1, project);
    await until(() => reader.submissions.includes(sent));
    expect(await reader.ask('leave', project.toUpperCase())).toBe('ok');
  });

  it('need the token of an account that may', async () => {
    const [user, admin] = [tokenOf(1), operator(1, 'super_admin')];
    const refused = {
      UNAUTHENTICATED: [undefined, null, '', 'x', { a: 1 }, ['x'], `svcu_${'x'.repeat(43)}`, 'x'.repeat(3_000)],
      WRONG_TOKEN_FAMILY: [admin],
      ACCOUNT_SUSPENDED: [tokenOf(4, 'suspended')],
    };
    for (const [code, tokens] of Object.entries(refused)) {
      for (const token of tokens) expect(await outcome(open(STUDIO_NAMESPACE, token))).toBe(code);
    }
    expect(await outcome(open(CONSOLE_NAMESPACE, user))).toBe('WRONG_TOKEN_FAMILY');
    expect(await outcome(open(CONSOLE_NAMESPACE, operator(2, 'super_admin', true)))).toBe('PASSWORD_CHANGE_REQUIRED');
    expect(await outcome(open('/', user))).toBe('NOT_FOUND');
    expect(await outcome(open('/v1/realtime', user))).toBe('Invalid namespace');
    expect(await openSockets()).toBe(0);
  });

  /** The answer to a handshake. */
  const upgrade = async (path: string, headers: Record<string, string> = {}) => {
    const asked: ClientRequest = request(gateway.url + path, {
      headers: {
        ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
        ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
      },
    });
    asked.end();
    return new Promise<number | undefined>((resolve, reject) => {
      asked.once('error', reject);
      asked.once('upgrade', ({ statusCode }: IncomingMessage, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
      asked.once('response', (answer) => {
        expect(answer.resume().headers['content-type']).toBe('application/problem+json');
        resolve(answer.statusCode);
      });
    });
  };

  it('A-53 take no other path, and nothing but WebSocket', async () => {
    const path = '/socket.io/?EIO=4&transport=websocket';
    expect(await upgrade(path)).toBe(101);
    for (const bad of [
      '/socket.io/',
      '/socket.io/?EIO=3&transport=websocket',
      `/x${path}`,
      '/v1/me',
      `${path}&sid=x`,
    ]) {
      expect([bad, await upgrade(bad)]).toEqual([bad, 400]);
    }
    expect(await upgrade(path, { host: 'a b' })).toBe(400);
    // Another protocol is no upgrade, and the path itself has no route.
    expect(await upgrade(path, { upgrade: 'h2c' })).toBe(400);
  });

  /** The error of a refused connection. */
  const refusalOf = (socket: Socket) =>
    new Promise<Error & { data?: unknown }>((resolve, reject) => {
      socket.once('connect_error', resolve);
      socket.once('connect', () => reject(new Error('is connected')));
    });

  it('A-53 refuse a connection with the code and reason', async () => {
    const from = (origin: string) => open(STUDIO_NAMESPACE, tokenOf(1), { extraHeaders: { origin } });
    for (const origin of ['http://evil.example', 'null', 'http://localhost:5174.evil.example', '']) {
      expect([origin, await refusalOf(from(origin))]).toMatchObject([
        origin,
        { message: 'FORBIDDEN', data: { status: 403, detail: expect.stringContaining('origin') as string } },
      ]);
    }
    for (const origin of ['http://localhost:5174', gateway.url, gateway.url.replace('http', 'https')]) {
      expect([origin, await outcome(from(origin))]).toEqual([origin, 'ok']);
    }
    expect(await refusalOf(open(STUDIO_NAMESPACE, undefined))).toMatchObject({
      message: 'UNAUTHENTICATED',
      data: { status: 401, code: 'UNAUTHENTICATED' },
    });
    expect(await refusalOf(open('/', tokenOf(1)))).toMatchObject({
      message: 'NOT_FOUND',
      data: { status: 404, detail: expect.stringContaining(STUDIO_NAMESPACE) as string },
    });
  });

  it('refuse long polling, the default of clients, with an error that names the WebSocket transport', async () => {
    const socket = open(STUDIO_NAMESPACE, tokenOf(1), { transports: ['polling', 'websocket'] });
    const answer = await new Promise<string>((resolve) => {
      socket.once('connect_error', (error) => {
        resolve((error as unknown as { context: { responseText: string } }).context.responseText);
      });
    });
    expect(JSON.parse(answer)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      detail: expect.stringContaining("transports: ['websocket']") as string,
    });
    const polls = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'http://localhost:5174' },
    });
    expect([polls.status, polls.headers.get('access-control-allow-origin')]).toEqual([400, 'http://localhost:5174']);
  });

  it('send operators only the events that their permissions cover', async () => {
    const [all, moderator] = await Promise.all([
      enter(CONSOLE_NAMESPACE, operator(1, 'super_admin')),
      enter(CONSOLE_NAMESPACE, operator(2, 'platform_moderator'), other),
    ]);
    await credit(1);
    await send('task_type.switched', {
      taskTypeId: 'visit_website',
      enabled: false,
      adminId: adminId(1),
      client: null,
    });
    const file = { manifestId: uuid(5), projectId: PROJECT, campaignId: null, kind: 'leaderboard', fileName: 'a.csv' };
    await send('export.finished', file as EventTypes['export.finished']);
    await send('submission.in_review', { ...claimed(1), status: 'in_review' });
    await until(() => all.heard.length === 3 && moderator.heard.length === 1);
    const types = ['task_type.switched', 'export.finished', 'submission.in_review'];
    expect(all.heard.map(({ type }) => type)).toEqual(types);
    expect(moderator.heard.map(({ type }) => type)).toEqual(types.slice(2));
  });

  it('A-43, A-53 end within 5 s when access is lost or an operator gets another role', async () => {
    const [token, admin] = [tokenOf(1), operator(3, 'platform_moderator')];
    const [lost, kept, moved] = await Promise.all([
      enter(STUDIO_NAMESPACE, token),
      enter(STUDIO_NAMESPACE, tokenOf(2)),
      enter(CONSOLE_NAMESPACE, admin),
    ]);
    services.forget(token);
    services.change(admin, {
      ...{ family: 'admin', adminId: adminId(3), sessionId: uuid(3), signedInAt: new Date().toISOString() },
      ...{ role: 'super_admin', mustChangePassword: false, mustEnableTwoFactor: false },
    });
    const began = performance.now();
    await services.publish(PRINCIPAL_REVOKED, { family: 'user', id: userId(1), sessionId: uuid(1) });
    await services.publish(PRINCIPAL_REVOKED, { family: 'admin', id: adminId(3) });
    await until(() => !lost.socket.connected && !moved.socket.connected);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(kept.socket.connected).toBe(true);
  });

  it('A-53 remove a removed member from its room at once, and from no other', async () => {
    services.roles.set(`${uuid(9)} ${userId(1)}`, 'project_admin');
    const [gone, stays] = await Promise.all([member(1), member(2, other)]);
    expect(await gone.ask('join', uuid(9))).toBe('ok');
    services.roles.delete(`${PROJECT} ${userId(1)}`);
    await send('project.member_removed', { projectId: PROJECT, projectName: 'A', userId: userId(1) });
    await until(() => gone.left.length > 0);
    const before = gone.heard.length;
    const foreign = await credit(5);
    const own = await credit(5, uuid(9));
    await until(() => gone.submissions.includes(own) && stays.submissions.includes(foreign));
    expect([gone.left, gone.heard.length]).toEqual([[PROJECT], before + 1]);
    expect(await gone.ask('join', PROJECT)).toBe('NOT_FOUND');
  });

  it('A-53 do not admit by a role that ends during the check', async () => {
    const reader = await enter(STUDIO_NAMESPACE, tokenOf(1));
    for (let round = 0; round < 10; round += 1) {
      services.roles.set(`${PROJECT} ${userId(1)}`, 'project_moderator');
      const joining = reader.ask('join', PROJECT);
      await new Promise((resolve) => setTimeout(resolve, round % 4));
      services.roles.delete(`${PROJECT} ${userId(1)}`);
      await send('project.member_removed', { projectId: PROJECT, projectName: 'A', userId: userId(1) });
      const rooms = (await joining) === 'ok' ? round : -1;
      if (rooms === round) await until(() => reader.left.length > 0);
      reader.left.length = 0;
    }
    const before = reader.heard.length;
    const witness = await member(2);
    const last = await credit(5);
    await until(() => witness.submissions.includes(last));
    expect(reader.heard).toHaveLength(before);
  });

  const follow = async ({ url }: TestGateway, token: string): Promise<IncomingMessage> => {
    const asked = request(url + OWN, { headers: bearer(token), agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };

  it('are counted with the streams of a principal, and with all', async () => {
    const few = await startGateway(nats.urlOf('gateway'), { ...MANY, LIMIT_STREAMS: 2, LIMIT_STREAMS_TOTAL: 3 });
    try {
      await ready(few);
      const token = tokenOf(1);
      const stream = await follow(few, token);
      expect(stream.statusCode).toBe(200);
      const tries = Array.from({ length: 2 }, () => open(STUDIO_NAMESPACE, token, {}, few));
      expect((await Promise.all(tries.map(outcome))).toSorted()).toEqual(['RATE_LIMITED', 'ok']);
      expect((await follow(few, token)).resume().statusCode).toBe(429);
      tries.forEach((socket) => !socket.connected && socket.disconnect());
      stream.destroy();
      await until(async () => {
        const again = open(STUDIO_NAMESPACE, token, {}, few);
        const isIn = (await outcome(again)) === 'ok';
        again.disconnect();
        return isIn;
      });
    } finally {
      await few.close();
    }
  });

  const wsOf = (socket: Socket) =>
    Reflect.get(socket.io.engine.transport, 'ws') as { pause(): void; terminate(): void };

  it('that leave their namespace are closed, and keep their place until then', async () => {
    const few = await startGateway(nats.urlOf('gateway'), { ...MANY, LIMIT_STREAMS: 10 });
    const stalled: ReturnType<typeof wsOf>[] = [];
    try {
      await ready(few);
      const token = tokenOf(1);
      const tenAtOnce = () => Array.from({ length: 10 }, () => open(STUDIO_NAMESPACE, token, {}, few));
      const outcomes = async (sockets: Socket[]) => new Set(await Promise.all(sockets.map(outcome)));
      const leaving = tenAtOnce();
      expect(await outcomes(leaving)).toEqual(new Set(['ok']));
      for (const socket of leaving) {
        // Leaves the namespace, but neither closes the connection nor answers the closing handshake.
        Reflect.set(socket.io, '_destroy', () => undefined);
        socket.disconnect();
        stalled.push(wsOf(socket));
        wsOf(socket).pause();
      }
      expect(await outcomes(tenAtOnce())).toEqual(new Set(['RATE_LIMITED']));
      await until(async () => {
        const again = open(STUDIO_NAMESPACE, token, {}, few);
        return (await outcome(again)) === 'ok';
      });
    } finally {
      for (const ws of stalled) ws.terminate();
      await few.close();
    }
  });

  /** Sends the handshake, reads nothing and joins no namespace; resolves with the first bytes of the answer. */
  const lurk = async ({ url }: TestGateway): Promise<{ status: number; socket: TcpSocket }> => {
    const { port } = new URL(url);
    const socket = connectTcp(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    return { status: Number(first.toString().slice(9, 12)), socket };
  };

  it('that join no namespace are counted for their address and closed within seconds', async () => {
    const few = await startGateway(nats.urlOf('gateway'), { ...MANY, LIMIT_SOCKETS_PENDING: 5 });
    try {
      await ready(few);
      const began = performance.now();
      const lurkers = await Promise.all(Array.from({ length: 20 }, () => lurk(few)));
      const statuses = lurkers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 101)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
      await until(() => lurkers.every(({ socket }) => socket.destroyed));
      expect(performance.now() - began).toBeLessThan(8_000);
      // Connections in a namespace do not count.
      for (let n = 0; n < 8; n += 1) await enter(STUDIO_NAMESPACE, tokenOf(1), few);
    } finally {
      await few.close();
    }
  }, 15_000);

  it('disconnect a client that sends too long or unknown messages', async () => {
    for (const message of [
      ['join', 'x'.repeat(5_000)],
      ['else', 'x'],
    ]) {
      const { socket } = await enter(STUDIO_NAMESPACE, tokenOf(1));
      socket.emit(...(message as [string, string]));
      await until(() => !socket.connected);
    }
  });

  it('A-91 drop a reader that does not read, and keep no more than a bound for it', async () => {
    await until(async () => (await openSockets()) === 0);
    const [slow, fast] = await Promise.all([member(1), member(2)]);
    wsOf(slow.socket).pause();
    const data = { ...claimed(5), reason: 'x'.repeat(1_000) };
    let sent = 0;
    const isDropped = async () => (await openSockets()) === 1;
    while (!(await isDropped()) && sent < 50_000) {
      await Promise.all(Array.from({ length: 200 }, () => send('submission.claimed', data)));
      sent += 200;
      await until(() => fast.heard.length === sent);
    }
    expect(await isDropped()).toBe(true);
  }, 120_000);

  it('keep a reader that receives a burst above the queue limit', async () => {
    await until(async () => (await openSockets()) === 0);
    const reader = await member(1);
    const data = { ...claimed(5), reason: 'x'.repeat(1_000) };
    const sending = Array.from({ length: 3_000 }, () => send('submission.claimed', data));
    await connection.flush();
    const stalledUntil = performance.now() + 1_000;
    while (performance.now() < stalledUntil);
    await Promise.all(sending);
    await until(() => reader.heard.length === 3_000);
  });

  it('A-91 leave nothing behind after 1,000 that came and went', async () => {
    await until(async () => (await openSockets()) === 0);
    const tokens = Array.from({ length: 20 }, (_, n) => tokenOf(200 + n)).flatMap((token) =>
      Array<string>(10).fill(token),
    );
    const comeAndGo = async () => {
      const readers = await Promise.all(tokens.map((token) => enter(STUDIO_NAMESPACE, token)));
      expect(await openSockets()).toBe(200);
      readers.forEach(({ socket }, nth) => {
        void (nth % 2 === 0 ? socket.disconnect() : socket.io.engine.close());
      });
      await until(async () => (await openSockets()) === 0);
      sockets.length = 0;
    };
    await comeAndGo();
    await until(async () => (await held(connection)).connections < 20);
    const before = await held(connection);
    for (let n = 0; n < 1_000; n += 200) await comeAndGo();
    await until(async () => (await held(connection)).connections <= before.connections);
    const after = await held(connection);
    expectNothingLeft(before, after);
  }, 60_000);
});
