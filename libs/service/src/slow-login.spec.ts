import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launchNatsServer, testEnvironment } from '@questp/testing';
import { Bus } from './bus.js';
import { createLogger } from './logger.js';

describe('a login that takes longer than the broker waits', () => {
  it('is tried again', async () => {
    const [port, directory] = [await freePort(), await mkdtemp(join(tmpdir(), 'nats-'))];
    const configFile = join(directory, 'nats.conf');
    await writeFile(configFile, 'authorization { user: caller, password: secret, timeout: 0.5 }');
    const binary = testEnvironment('TEST_NATS_SERVER');
    const broker = await launchNatsServer({ binary, port, storeDirectory: join(directory, 'data'), configFile });
    let clients = 0;
    const said: string[] = [];
    // Passes on nothing of its first client.
    const between = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      for (const socket of [client, server]) socket.on('error', () => undefined);
      clients += 1;
      if (clients === 1) server.on('data', (data) => said.push(data.toString()));
      else client.pipe(server);
      server.pipe(client);
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    const url = `nats://caller:secret@127.0.0.1:${(between.address() as AddressInfo).port}`;
    const bus = new Bus(url, 'caller', createLogger('caller', 'fatal'));
    try {
      await bus.connect();
      expect(await bus.isReady()).toBe(true);
      expect(said.join('')).toContain("-ERR 'Authentication Timeout'");
    } finally {
      await bus.close();
      between.close();
      await broker.stop();
      await rm(directory, { recursive: true });
    }
  });
});
