import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { addressAs, createTestDatabase, freePort } from '@questp/testing';
import { connectClient } from './connect-client.js';

const MINUTE_MS = 60_000;

describe('the connection of a command', () => {
  const failure = (url: string) => connectClient(url).then(String, ({ message }: Error) => message);

  it('gives a server that takes the connection and says nothing a minute, then says what was tried', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.resume())).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    try {
      let message = '';
      const failed = failure(`postgresql://keeper:se%20cret@127.0.0.1:${port}/x`).then((text) => (message = text));
      await once(silent, 'connection');
      await jest.advanceTimersByTimeAsync(MINUTE_MS - 1);
      expect(message).toBe('');
      await jest.advanceTimersByTimeAsync(1);
      await failed;
      expect(message).toBe(`Connecting to PostgreSQL at 127.0.0.1:${port} as keeper failed: timeout expired`);
    } finally {
      jest.useRealTimers();
      sockets.forEach((socket) => socket.destroy());
      silent.close();
    }
  });

  it('says why a role is refused and why a server cannot be reached, without the password', async () => {
    const database = await createTestDatabase();
    const refused = await failure(addressAs(database.url, 'nobody_of_that_name', 'secret'));
    await database.drop();
    expect(refused).toMatch(
      /^Connecting to PostgreSQL at \S+:\d+ as nobody_of_that_name failed: .*nobody_of_that_name/,
    );
    const port = await freePort();
    // `localhost` may have several addresses.
    expect(await failure(`postgresql://keeper:secret@localhost:${port}/x`)).toMatch(
      new RegExp(`^Connecting to PostgreSQL at localhost:${port} as keeper failed: .*ECONNREFUSED`),
    );
  });

  it('that ends between two queries fails the next one', async () => {
    const database = await createTestDatabase();
    const [client, other] = [await connectClient(database.url), await connectClient(database.url)];
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow(/connection error|closed/);
    await other.end();
    await database.drop();
  });
});
