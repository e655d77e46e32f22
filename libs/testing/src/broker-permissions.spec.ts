import { tmpdir } from 'node:os';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import {
  API_OF_SERVICES,
  BROKER_USERS,
  connectBriefly,
  eventConsumer,
  inboxPrefix,
  MIGRATOR,
  natsServers,
  prepareBroker,
} from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import { BROKER_SUBJECTS } from './broker-subjects.js';
import { newMasterKey } from './master-key.js';
import { refusedSubjects } from './refused-subjects.js';
import { workspaceRoot } from './services.js';
import { testEnvironment } from './test-environment.js';
import { startNats, type TestNats } from './test-nats.js';
import { startService } from './test-service.js';

describe('the users of the broker', () => {
  let nats: TestNats;
  const open: NatsConnection[] = [];
  beforeAll(async () => {
    nats = await startNats();
  });
  afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())));
  afterAll(() => nats?.stop());

  const as = async (user: string) => {
    const connection = await connectBriefly(nats.urlOf(user), user);
    open.push(connection);
    return connection;
  };

  it('are the services and the migrator', () => {
    expect([...BROKER_USERS].sort()).toEqual([...SERVICES.map(({ name }) => name), 'migrator'].sort());
  });

  describe.each(BROKER_USERS.map((user) => [user]))('%s', (user) => {
    it('may publish its calls, events and counts, and nothing else', async () => {
      const connection = await as(user);
      // In the JetStream account of a suite these are aliases of `$JS.API`; they are refused under that name.
      const isMapped = (subject: string) => user === MIGRATOR && subject.startsWith(`${API_OF_SERVICES}.`);
      const concrete = BROKER_SUBJECTS.filter(({ subject }) => !/[*>]/.test(subject) && !isMapped(subject));
      const denied = await refusedSubjects(connection, () => {
        for (const { subject } of concrete) connection.publish(subject);
      });
      const allowed = concrete.filter(({ subject }) => !denied.has(subject)).map(({ subject }) => subject);
      expect(allowed.sort()).toEqual(
        concrete.flatMap(({ subject, publish }) => (publish.includes(user) ? [subject] : [])).sort(),
      );
    });

    it('may subscribe to the subjects it answers and its inbox, and nothing else', async () => {
      const connection = await as(user);
      const denied = await refusedSubjects(connection, () => {
        for (const { subject } of BROKER_SUBJECTS) connection.subscribe(subject, { callback: () => undefined });
        for (const { subject } of BROKER_SUBJECTS) {
          connection.subscribe(subject, { queue: 'another', callback: () => undefined });
        }
      });
      const allowed = BROKER_SUBJECTS.filter(({ subject }) => !denied.has(subject)).map(({ subject }) => subject);
      expect(allowed.sort()).toEqual(
        BROKER_SUBJECTS.flatMap(({ subject, subscribe }) => (subscribe.includes(user) ? [subject] : [])).sort(),
      );
    });
  });

  it('are in docker/nats-users.conf as nats-server takes them, with passwords of its environment', async () => {
    const passwords = Object.fromEntries(
      BROKER_USERS.map((user) => [`${user.toUpperCase().replace('-', '_')}_NATS_PASSWORD`, 'secret']),
    );
    const check = (env: NodeJS.ProcessEnv) =>
      promisify(execFile)(
        testEnvironment('TEST_NATS_SERVER'),
        ['-t', '-c', join(workspaceRoot, 'docker/nats-users.conf')],
        { env },
      );
    await expect(check(passwords)).resolves.toBeDefined();
    await expect(check({ ...passwords, NOTIFIER_NATS_PASSWORD: undefined })).rejects.toThrow('NOTIFIER_NATS_PASSWORD');
  });

  it('reply to a caller once, and send nothing to an inbox without a request', async () => {
    const [gateway, identity, notifier] = [await as('gateway'), await as('identity'), await as('notifier')];
    identity.subscribe('identity.users.get', {
      callback: (_, message) => {
        for (const answer of ['first', 'second']) message.respond(answer);
      },
    });
    await identity.flush();
    const heard: string[] = [];
    const inbox = `${inboxPrefix('gateway')}.here`;
    gateway.subscribe(inbox, { callback: (_, message) => void heard.push(message.string()) });
    notifier.publish(inbox, 'unasked');
    await notifier.flush();
    gateway.publish('identity.users.get', '', { reply: inbox });
    await gateway.flush();
    // The first subject shows that the request arrived, the second one that the broker answered.
    await identity.flush();
    await identity.flush();
    await gateway.flush();
    expect(heard).toEqual(['first']);
  });

  it('publish and apply events, count, and run prepare-broker', async () => {
    const [identity, notifier, gateway] = [await as('identity'), await as('notifier'), await as('gateway')];
    await jetstream(identity).publish('events.admin.created', 'published');
    const consumer = await eventConsumer(notifier, 'notifier');
    // The stream contains the messages of the tests above, and none of the refused ones.
    let last = '';
    while (last !== 'published') {
      const message = await consumer.next({ expires: 30_000 });
      if (message === null) break;
      last = message.string();
      expect(await message.ackAck()).toBe(true);
    }
    expect(last).toBe('published');
    const increment = headers();
    increment.set('Nats-Incr', '+3');
    const sum = await gateway.request('rate.challenge.me.1', '', { headers: increment, timeout: 30_000 });
    expect(sum.json()).toMatchObject({ val: '3' });
    for (const { name } of SERVICES) await prepareBroker(await as(MIGRATOR), name);
  });

  it('refuses connections without a user, with a wrong password and with an unknown user', async () => {
    const { servers, pass } = nats.client;
    const all = { servers, reconnect: false };
    for (const credentials of [{}, { user: 'identity' }, { user: 'identity', pass }, { pass }]) {
      await expect(connect({ ...all, ...credentials })).rejects.toThrow(/Authorization Violation/i);
    }
    const { user } = natsServers(nats.urlOf('identity'));
    await expect(connect({ ...all, user, pass: `${pass}x` })).rejects.toThrow(/Authorization Violation/i);
  });

  it('get one sentence, which names NATS_URL, for a wrong password', async () => {
    const url = new URL(nats.urlOf('integrations'));
    url.password = 'wrong';
    const elsewhere = {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
      FILES_DIR: tmpdir(),
      MASTER_KEYS: newMasterKey('dev1'),
    };
    await expect(startService('integrations', { ...elsewhere, NATS_URL: url.href })).rejects.toThrow(
      /\n\s+integrations cannot start: The broker refuses the user and password in NATS_URL$/,
    );
  });
});
