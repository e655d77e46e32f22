import { connect } from 'node:net';
import { Client } from 'pg';
import { describeUnless } from './describe-unless.js';
import { createTestDatabase } from './test-database.js';
import { startNats, type TestNats } from './test-nats.js';
import { waitFor } from './wait-for.js';

/** The first line of a NATS server; undefined if it does not connect within 300 ms. */
async function greeting(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return await new Promise<string>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const done = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(300, () => done(''));
    socket.on('data', (data) => done(data.toString()));
    socket.on('error', () => done(''));
  });
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives databases that do not see each other, and removes one that is still in use', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(first.url, 'CREATE TABLE mine (id int)');
    await expect(query(second.url, 'SELECT * FROM mine')).rejects.toThrow('does not exist');
    const idle = new Client({ connectionString: first.url });
    idle.on('error', () => undefined);
    await idle.connect();
    await first.drop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('does not exist');
    await second.drop();
  });

  it('is a real PostgreSQL of 15 or later in UTC', async () => {
    const database = await createTestDatabase();
    const [row] = await query(
      database.url,
      `SELECT current_setting('server_version_num')::int AS version, current_setting('timezone') AS zone`,
    );
    expect(row).toEqual({ version: expect.any(Number) as number, zone: 'UTC' });
    expect((row as { version: number }).version).toBeGreaterThanOrEqual(150_000);
    await database.drop();
  });
});

/** A client that implements the protocol (docs.nats.io/reference/reference-protocols/nats-protocol). */
async function client(nats: TestNats) {
  const { servers, user, pass } = nats.client;
  const { hostname, port } = new URL(`nats://${servers}`);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  let pings = 0;
  const send = async (...lines: string[]) => {
    socket.write([...lines, 'PING', ''].join('\r\n'));
    pings += 1;
    await waitFor(() => text.split('PONG').length - 1 === pings);
  };
  await send(`CONNECT ${JSON.stringify({ verbose: false, user, pass })}`);
  return { send, heard: () => text, close: () => socket.destroy() };
}

describe('startNats', () => {
  it('gives separate brokers, each with a JetStream', async () => {
    const brokers = await Promise.all([startNats(), startNats()]);
    const [first, second] = [await client(brokers[0]), await client(brokers[1])];
    for (const { send } of [first, second]) await send('SUB greetings 1', 'SUB answers 2');
    await first.send('PUB greetings 5', 'hello');
    await second.send('PUB $JS.API.INFO answers 0', '');
    expect(first.heard()).toContain('MSG greetings 1 5\r\nhello');
    await waitFor(() => second.heard().includes('io.nats.jetstream.api.v1.account_info_response'));
    expect(second.heard()).not.toContain('hello');
    expect(first.heard()).not.toContain('account_info_response');
    for (const { close } of [first, second]) close();
    await Promise.all(brokers.map((broker) => broker.stop()));
  });

  it('starts a NATS server with JetStream that can be frozen, killed and restarted at the same address', async () => {
    const nats = await startNats({ own: true });
    const hello = await waitFor(() => greeting(nats.url));
    expect(hello).toMatch(/^INFO /);
    const { version, jetstream } = JSON.parse(hello.slice(5)) as { version: string; jetstream: boolean };
    expect(jetstream).toBe(true);
    expect(Number(version.split('.')[1])).toBeGreaterThanOrEqual(12);

    nats.pause();
    await waitFor(async () => (await greeting(nats.url)) === '');
    nats.resume();
    await waitFor(() => greeting(nats.url));

    await nats.kill();
    expect(await greeting(nats.url)).toBe('');
    await nats.restart();
    expect(await waitFor(() => greeting(nats.url))).toMatch(/^INFO /);
    await nats.stop();
    expect(await greeting(nats.url)).toBe('');
  });
});

const noSharedServer = process.env['TEST_NATS_URL'] ? undefined : 'TEST_NATS_URL is not set, npm test does that';

describeUnless(noSharedServer, 'the nats-server that suites share', () => {
  it('is not killed, frozen or restarted by any of them', async () => {
    const nats = await startNats();
    for (const change of ['kill', 'pause', 'resume', 'restart'] as const) {
      expect(() => nats[change]()).toThrow('Other suites use this');
    }
  });
});
