import { randomUUID } from 'node:crypto';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Principal } from '@questp/messages/access';
import { PRINCIPAL_REVOKED } from '@questp/messages/tables';
import { ProblemError } from '@questp/sdk';
import { connectConsole, connectStudio, type StudioOptions } from '@questp/sdk/sockets';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import type { Socket } from 'socket.io-client';
import {
  adminId,
  bearer,
  StandIn,
  startGateway,
  userId,
  uuid,
  type TestGateway,
} from '../../testing/gateway.fixture.js';
import { claimed, PROJECT, sendEvent } from '../../testing/live.fixture.js';

const MANY = { LIMIT_PRINCIPAL: 1e6, LIMIT_ADDRESS: 1e6, LIMIT_ANONYMOUS: 1e6 };
const until = (condition: () => boolean | Promise<boolean>) => waitFor(condition, { timeoutMs: 20_000 });

describe("the SDK's client of the namespaces", () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  let connection: NatsConnection;
  let events: JetStreamClient;
  const open: { close(): void }[] = [];

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    connection = await connect(nats.client);
    events = jetstream(connection);
    gateway = await startGateway(nats.urlOf('gateway'), { ...MANY, LIMIT_STREAMS: 2 });
    const headers = bearer(services.token(user(99)));
    await until(
      async () => (await fetch(`${gateway.url}/v1/realtime/submissions`, { method: 'HEAD', headers })).status === 200,
    );
  }, 60_000);
  beforeEach(() => services.roles.set(`${PROJECT} ${userId(1)}`, 'project_moderator'));
  afterEach(() => open.splice(0).forEach((socket) => socket.close()));
  afterAll(async () => {
    await gateway?.close();
    await connection?.close();
    await services?.close();
    await nats?.stop();
  });

  const user = (n: number): Principal => ({
    ...{ family: 'user', userId: userId(n), sessionId: uuid(n), status: 'active' },
  });
  const studioOf = (token: string, options: Partial<StudioOptions> = {}) => {
    const studio = connectStudio({ baseUrl: gateway.url, token, ...options });
    open.push(studio);
    return studio;
  };
  const credit = async () => {
    const submissionId = randomUUID();
    await sendEvent(events, 'submission.claimed', claimed(5, submissionId));
    return submissionId;
  };
  /** Breaks the connection, as a network failure does. */
  const breakOff = (studio: object) => (Reflect.get(studio, 'socket') as Socket).io.engine.close();

  it('delivers the events of a project from join until leaveProject', async () => {
    const studio = studioOf(services.token(user(1)));
    const heard: [string, string][] = [];
    studio.on('submission.claimed', ({ data }, id) => heard.push([data.submissionId, id]));
    const before = await studio.join(PROJECT);
    const sent = await credit();
    await until(() => heard.length === 1);
    const [log, seq] = String(before).split('-');
    expect(heard).toEqual([[sent, `${log}-${Number(seq) + 1}`]]);
    await studio.leaveProject(PROJECT);
    await credit();
    await studio.join(PROJECT);
    const last = await credit();
    await until(() => heard.length === 2);
    expect(heard[1]?.[0]).toBe(last);
  });

  it('throws the problem of a refused room, and continues', async () => {
    const studio = studioOf(services.token(user(1)));
    const refused = await studio.join(uuid(8)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    await studio.join(PROJECT);
  });

  it('joins its rooms again on a new connection and says that something may be missed', async () => {
    let missed = 0;
    const studio = studioOf(services.token(user(1)), { onMissed: () => (missed += 1) });
    const heard: string[] = [];
    studio.on('submission.claimed', ({ data }) => heard.push(data.submissionId));
    await studio.join(PROJECT);
    for (const round of [1, 2]) {
      breakOff(studio);
      await until(() => missed === round);
      const sent = await credit();
      await until(() => heard.includes(sent));
    }
    expect(heard).toHaveLength(2);
  });

  it('comes again after the platform ended the connection, with the token of then', async () => {
    let [token, missed] = [services.token(user(1)), 0];
    const studio = studioOf('', { token: () => token, onMissed: () => (missed += 1) });
    await studio.join(PROJECT);
    services.forget(token);
    token = services.token(user(1));
    await services.publish(PRINCIPAL_REVOKED, { family: 'user', id: userId(1), sessionId: uuid(1) });
    await until(() => missed === 1);
  });

  it('ends with the problem when access is lost, and says so of a room alone', async () => {
    const left: [string, string][] = [];
    const token = services.token(user(1));
    const studio = studioOf(token, { onLeft: (projectId, { code }) => left.push([projectId, code]) });
    await studio.join(PROJECT);
    services.roles.delete(`${PROJECT} ${userId(1)}`);
    await sendEvent(events, 'project.member_removed', { projectId: PROJECT, projectName: 'A', userId: userId(1) });
    await until(() => left.length === 1);
    expect(left).toEqual([[PROJECT, 'NOT_FOUND']]);
    services.forget(token);
    await services.publish(PRINCIPAL_REVOKED, { family: 'user', id: userId(1), sessionId: uuid(1) });
    expect(await studio.ended).toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(studio.join(PROJECT)).rejects.toThrow(ProblemError);
  });

  it('waits for a place where there is none now', async () => {
    const token = services.token(user(7));
    services.roles.set(`${PROJECT} ${userId(7)}`, 'project_admin');
    const [first, second] = [studioOf(token), studioOf(token)];
    await Promise.all([first.join(PROJECT), second.join(PROJECT)]);
    const third = studioOf(token);
    const joining = third.join(PROJECT);
    setTimeout(() => first.close(), 500);
    expect(await joining).toEqual(expect.any(String));
    expect(await first.ended).toBeNull();
  });

  it('sends an operator the events that its permissions allow', async () => {
    const role = { role: 'super_admin', mustChangePassword: false, mustEnableTwoFactor: false } as const;
    const signedInAt = new Date().toISOString();
    const token = services.token({ family: 'admin', adminId: adminId(1), sessionId: uuid(1), signedInAt, ...role });
    const console = connectConsole({ baseUrl: gateway.url, token });
    open.push(console);
    const heard: (string | null)[] = [];
    console.on('event.parked', ({ data }) => heard.push(data.service));
    console.on('integration.changed', ({ data }) => heard.push(data.host));
    console.on('mail.given_up', ({ data }) => heard.push(data.mailId));
    const isOpen = () => (Reflect.get(console, 'socket') as Socket).connected;
    await until(isOpen);
    await sendEvent(events, 'event.parked', { service: 'notifier', direction: 'in', type: null, times: 3 });
    const server = { destination: 'chain:a', host: 'a.example', state: 'down', times: 1 } as const;
    await sendEvent(events, 'integration.changed', server);
    await sendEvent(events, 'mail.given_up', { mailId: uuid(4), times: 2 });
    await until(() => heard.length === 3);
    expect(heard).toEqual(['notifier', 'a.example', uuid(4)]);
  });
});
