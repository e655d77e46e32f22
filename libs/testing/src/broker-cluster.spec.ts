import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager, type ClusterInfo } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { COUNTER_STREAM, EVENT_STREAM, eventConsumer, inboxPrefix, prepareBroker } from '@questp/broker';
import { freePort } from './free-port.js';
import type { ManagedProcess } from './managed-process.js';
import { JETSTREAM_OWNER, ownConfiguration, userIn } from './nats-accounts.js';
import { launchNatsServer } from './nats-server.js';
import { randomPassword } from './random-password.js';
import { testEnvironment } from './test-environment.js';
import { waitFor } from './wait-for.js';

const OWNER = 'owner';
const NODES = ['n1', 'n2', 'n3'];
const STREAMS = [EVENT_STREAM, COUNTER_STREAM];

/** The settings in docs/guides/operations.md. */
describe('A broker of three nodes', () => {
  let directory: string;
  let connection: NatsConnection;
  let identity: NatsConnection;
  let notifier: NatsConnection;
  const servers = new Map<string, ManagedProcess>();

  beforeAll(async () => {
    const password = randomPassword();
    directory = await mkdtemp(join(tmpdir(), 'questp-cluster-'));
    const ports = await Promise.all(
      NODES.map(async (name) => ({ name, port: await freePort(), route: await freePort() })),
    );
    const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ');
    await Promise.all(
      ports.map(async ({ name, port, route }) => {
        const configFile = join(directory, `${name}.conf`);
        const cluster = `cluster: { name: questp, listen: "127.0.0.1:${route}", routes: [${routes}] }`;
        await writeFile(configFile, `server_name: ${name}\n${cluster}\n${ownConfiguration(OWNER, password)}`);
        const binary = testEnvironment('TEST_NATS_SERVER');
        const storeDirectory = join(directory, name);
        servers.set(name, await launchNatsServer({ binary, port, storeDirectory, configFile }));
      }),
    );
    const as = (user: string) =>
      connect({
        servers: ports.map(({ port }) => `127.0.0.1:${port}`),
        user: userIn(OWNER, user),
        pass: password,
        inboxPrefix: inboxPrefix(user),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
      });
    [connection, identity, notifier] = await Promise.all([as(JETSTREAM_OWNER), as('identity'), as('notifier')]);
    await waitFor(() => prepared('identity'), { what: 'JetStream of the cluster' });
  });

  afterAll(async () => {
    await Promise.all([connection, identity, notifier].map((one) => one?.close()));
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  });

  const prepared = (service: string): Promise<boolean> =>
    prepareBroker(connection, service).then(
      () => true,
      () => false,
    );
  const manager = () => jetstreamManager(connection, { checkAPI: false });
  const info = async (stream: string) => (await manager()).streams.info(stream);
  const isWhole = ({ cluster }: { cluster?: ClusterInfo }): boolean =>
    cluster?.replicas?.length === 2 && cluster.replicas.every(({ current }) => current);

  it('keeps the replicas an operator gave the streams, and all events when one node is lost', async () => {
    const { streams, consumers } = await manager();
    const hasConsumer = (name: string) =>
      consumers.info(EVENT_STREAM, name).then(
        () => true,
        () => false,
      );
    for (const stream of STREAMS) await streams.update(stream, { num_replicas: 3 });
    // Before that, losing a node loses what only this node stores, and consumers may not be placed.
    for (const stream of STREAMS) {
      await waitFor(async () => isWhole(await info(stream)), { what: `the replicas of ${stream}` });
    }
    for (const service of ['identity', 'notifier']) {
      await waitFor(() => prepared(service));
      const consumer = async () => isWhole(await consumers.info(EVENT_STREAM, service));
      await waitFor(consumer, { what: `the replicas of ${service}'s consumer` });
    }
    for (const stream of STREAMS) expect((await info(stream)).config.num_replicas).toBe(3);

    const publish = (id: number) => jetstream(identity).publish('events.admin.created', `${id}`, { msgID: `${id}` });
    for (let id = 1; id <= 50; id += 1) await publish(id);
    const leader = (await info(EVENT_STREAM)).cluster?.leader as string;
    servers.get(leader)?.signal('SIGKILL');
    const goesOn = () =>
      publish(51).then(
        () => true,
        () => false,
      );
    await waitFor(goesOn, { what: 'the two that are left to take events' });
    expect((await info(EVENT_STREAM)).state.messages).toBe(51);
    expect((await info(EVENT_STREAM)).cluster?.leader).not.toBe(leader);
    for (const name of ['identity', 'notifier']) {
      await waitFor(() => hasConsumer(name), { what: `the consumer ${name}` });
    }
    // Each service reaches its JetStream account through any node.
    const applied: string[] = [];
    while (applied.length < 51) {
      const batch = await (await eventConsumer(notifier, 'notifier')).fetch({ max_messages: 51, expires: 5_000 });
      for await (const message of batch) {
        expect(await message.ackAck()).toBe(true);
        applied.push(message.string());
      }
    }
    expect(applied).toEqual(Array.from({ length: 51 }, (_, index) => `${index + 1}`));
  });
});
