import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launchNatsServer, testEnvironment } from '@questp/testing';
import { Bus } from './bus.js';
import { connectPatiently } from './connect-patiently.js';
import { createLogger } from './logger.js';

describe('a login that takes longer than the broker waits', () => {
  let directory: string;
  let broker: Awaited<ReturnType<typeof launchNatsServer>>;
  let between: Server;
  let url: string;
  let said: string[];

  beforeEach(async () => {
    const port = await freePort();
    directory = await mkdtemp(join(tmpdir(), 'nats-'));
    const configFile = join(directory, 'nats.conf');
    await writeFile(configFile, 'authorization { user: caller, password: secret, timeout: 0.5 }');
    const binary = testEnvironment('TEST_NATS_SERVER');
    broker = await launchNatsServer({ binary, port, storeDirectory: join(directory, 'data'), configFile });
    let clients = 0;
    said = [];
    // Passes on nothing of its first client.
    between = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      for (const socket of [client, server]) socket.on('error', () => undefined);
      clients += 1;
      if (clients === 1) server.on('data', (data) => said.push(data.toString()));
      else client.pipe(server);
      server.pipe(client);
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    url = `nats://caller:secret@127.0.0.1:${(between.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    between.close();
    await broker.stop();
    await rm(directory, { recursive: true });
  });

  it('is tried again by a service', async () => {
    const bus = new Bus(url, 'caller', createLogger('caller', 'fatal'));
    try {
      await bus.connect();
      expect(await bus.isReady()).toBe(true);
      expect(said.join('')).toContain("-ERR 'Authentication Timeout'");
    } finally {
      await bus.close();
    }
  });

  it('is tried again by a command', async () => {
    const connection = await connectPatiently(url, 'caller');
    await connection.flush();
    expect(said.join('')).toContain("-ERR 'Authentication Timeout'");
    await connection.close();
  });

  it('is not tried again when the broker refuses the password, and the error names the address and the user', async () => {
    const refused = `Connecting to NATS at ${url.replace('caller:secret@', '')} as caller failed: Authorization Violation`;
    await expect(connectPatiently(url.replace('secret', 'wrong'), 'caller')).rejects.toMatchObject({
      message: refused,
    });
  });
});
