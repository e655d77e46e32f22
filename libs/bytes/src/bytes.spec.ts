import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@questp/messages/language';
import { createLogger } from '@questp/service';
import { waitFor } from '@questp/testing';
import { fetchBytes, sendBytes } from './bytes-client.js';
import { BytesServer } from './bytes-server.js';
import { isInternal } from './internal-address.js';

const CHUNK = randomBytes(64 * 1024);
/** Without a limit of readers. */
const noPlace = () => undefined;
const never = () => new AbortController().signal;
const sha256 = async (bytes: Readable) => {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const statusOf = async (url: string) => {
  const [answer] = (await once(get(url), 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
};

/** Endless chunks, or this many of them, optionally followed by a failure. */
function chunks(count = Infinity, failure?: Error) {
  const state = { read: 0, isClosed: false };
  const bytes = new Readable({
    read() {
      state.read += 1;
      if (state.read <= count) this.push(CHUNK);
      else if (failure) this.destroy(failure);
      else this.push(null);
    },
    destroy(error, done) {
      state.isClosed = true;
      done(error);
    },
  });
  return { bytes, state };
}

describe('bytes between a service and the gateway', () => {
  let server: BytesServer;

  beforeAll(async () => {
    server = new BytesServer(createLogger('bytes', 'silent'));
    await server.listen('127.0.0.1', 0);
  });
  afterAll(() => server.close());

  it('arrive unchanged', async () => {
    const url = server.offer(noPlace, () => Promise.resolve(chunks(64).bytes));
    expect(await sha256(await fetchBytes(url, never()))).toBe(await sha256(chunks(64).bytes));
  });

  it('are delivered as they were, and answered', async () => {
    const url = server.accept(noPlace, async (bytes) => ({ sha256: await sha256(bytes) }));
    expect(await sendBytes(url, chunks(64).bytes, never())).toEqual({ sha256: await sha256(chunks(64).bytes) });
  });

  it('need a ticket, which works once and in its direction only', async () => {
    const offered = server.offer(noPlace, () => Promise.resolve(Readable.from(['x'])));
    expect(await Promise.all([1, 2, 3].map(() => statusOf(offered)))).toEqual(expect.arrayContaining([200, 404, 404]));
    const accepted = server.accept(noPlace, () => Promise.resolve({}));
    expect(await statusOf(accepted)).toBe(404);
    expect(await codeOf(sendBytes(accepted, Readable.from(['x']), never()))).toBe('SERVICE_UNAVAILABLE');
    const base = offered.replace(/[^/]+$/, '');
    for (const path of ['', 'constructor', 'A'.repeat(43), '../metrics', '%2e%2e/']) {
      expect([path, await statusOf(base + path)]).toEqual([path, 404]);
    }
  });

  it.each(['health/ready', 'bytes/', `bytes/${'a'.repeat(43)}?x`, 'bytes/../metrics'])(
    'are fetched and delivered at no other address of a neighbour: %s',
    async (path) => {
      const url = `http://127.0.0.1:9/${path}`;
      expect(await codeOf(fetchBytes(url, never()))).toBe('INTERNAL');
      expect(await codeOf(sendBytes(url, chunks(1).bytes, never()))).toBe('INTERNAL');
    },
  );

  it.each([
    ...['93.184.216.34', '169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '172.32.0.1', '100.128.0.1'],
    ...['2130706433', '0x7f.1', '127.1', '010.0.0.1', 'localhost', 'internal.example.org', '127.0.0.1@example.org'],
    ...['[2606:2800:220:1::1]', '[fe80::1]', '[::]', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
  ])('are fetched and delivered within internal networks alone: not at %s', async (host) => {
    const url = `http://${host}:9/bytes/${'a'.repeat(43)}`;
    expect(await codeOf(fetchBytes(url, never()))).toBe('INTERNAL');
    expect(await codeOf(sendBytes(url, chunks(1).bytes, never()))).toBe('INTERNAL');
  });

  it.each(['127.0.0.1', '10.255.0.1', '172.31.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1'])(
    'are where services are: at %s',
    (address) => expect(isInternal(address)).toBe(true),
  );

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '::'])('are reached where the service is bound to %s', async (host) => {
    const bound = new BytesServer(createLogger('bytes', 'silent'));
    await bound.listen(host, 0);
    try {
      const url = bound.offer(noPlace, () => Promise.resolve(chunks(1).bytes));
      expect(await sha256(await fetchBytes(url, never()))).toBe(await sha256(chunks(1).bytes));
    } finally {
      await bound.close();
    }
  });

  it('wait for a slow reader', async () => {
    const { bytes, state } = chunks();
    const reading = await fetchBytes(
      server.offer(noPlace, () => Promise.resolve(bytes)),
      never(),
    );
    let before = -1;
    // Bytes that the sockets of both ends can hold.
    await waitFor(async () => {
      const isStill = state.read === before;
      before = state.read;
      await sleep(200);
      return isStill;
    });
    expect(state.read).toBeLessThan(500);
    reading.destroy();
    await waitFor(() => state.isClosed);
  });

  it('end at the service when the reader is gone, also before the first byte', async () => {
    const { bytes, state } = chunks();
    const reading = await fetchBytes(
      server.offer(noPlace, () => Promise.resolve(bytes)),
      never(),
    );
    await once(reading, 'data');
    reading.destroy();
    await waitFor(() => state.isClosed);

    const gone = new AbortController();
    let opened: AbortSignal | undefined;
    const url = server.offer(noPlace, (signal) => {
      opened = signal;
      return new Promise(() => undefined);
    });
    const fetched = codeOf(fetchBytes(url, gone.signal));
    await waitFor(() => opened !== undefined);
    gone.abort();
    await waitFor(() => opened?.aborted === true);
    expect(await fetched).toBe('SERVICE_UNAVAILABLE');
  });

  it('fail at the reader when they fail halfway, so that a transfer that ends is whole', async () => {
    const { bytes } = chunks(3, new Error('the database is gone'));
    const reading = await fetchBytes(
      server.offer(noPlace, () => Promise.resolve(bytes)),
      never(),
    );
    await expect(sha256(reading)).rejects.toThrow('aborted');
  });

  it('end after `sent` was called, and fail if it fails', async () => {
    const calls: string[] = [];
    const url = server.offer(
      noPlace,
      () => Promise.resolve(chunks(64).bytes),
      () => Promise.resolve(void calls.push('sent')),
    );
    await sha256(await fetchBytes(url, never()));
    expect(calls).toEqual(['sent']);

    const failing = server.offer(
      noPlace,
      () => Promise.resolve(chunks(64).bytes),
      () => Promise.reject(new Error('the report failed')),
    );
    await expect(sha256(await fetchBytes(failing, never()))).rejects.toThrow('aborted');
  });

  it('do not call `sent` when the reader disconnects or they fail', async () => {
    const calls: string[] = [];
    const sent = () => Promise.resolve(void calls.push('sent'));
    const { bytes, state } = chunks();
    const reading = await fetchBytes(
      server.offer(noPlace, () => Promise.resolve(bytes), sent),
      never(),
    );
    await once(reading, 'data');
    reading.destroy();
    await waitFor(() => state.isClosed);
    const failing = server.offer(noPlace, () => Promise.resolve(chunks(3, new Error('gone')).bytes), sent);
    await expect(sha256(await fetchBytes(failing, never()))).rejects.toThrow('aborted');
    expect(calls).toEqual([]);
  });

  it('fail at the service when the sender disconnects in the middle', async () => {
    const taken = new Promise<string>((resolve) => {
      const url = server.accept(noPlace, async (bytes) => {
        await sha256(bytes).then(
          () => resolve('whole'),
          (error: Error) => resolve(error.message),
        );
        return {};
      });
      void codeOf(sendBytes(url, chunks(3, new Error('left')).bytes, never()));
    });
    expect(await taken).toBe('aborted');
  });

  it('are refused with the error that it is before the first one', async () => {
    const refused = (error: Error) => server.offer(noPlace, () => Promise.reject(error));
    const limited = new AppError('RATE_LIMITED', { retryAfter: 5 });
    const seen = fetchBytes(refused(limited), never());
    await expect(seen).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 5 } });
    expect(await codeOf(fetchBytes(refused(new Error('secret')), never()))).toBe('INTERNAL');
    const rejecting = server.accept(noPlace, () => Promise.reject(new AppError('PAYLOAD_TOO_LARGE')));
    expect(await codeOf(sendBytes(rejecting, chunks(64).bytes, never()))).toBe('PAYLOAD_TOO_LARGE');
  });

  it('occupy the slot of their reader until they end, however they end', async () => {
    let held = 0;
    const take = () => {
      held += 1;
      return () => void (held -= 1);
    };
    const offered = [1, 2].map(() => server.offer(take(), () => Promise.resolve(chunks(64).bytes)));
    const { bytes, state } = chunks();
    const endless = server.offer(take(), () => Promise.resolve(bytes));
    const refused = server.offer(take(), () => Promise.reject(new AppError('NOT_FOUND')));
    const accepted = server.accept(take(), async (sent) => ({ sha256: await sha256(sent) }));
    expect(held).toBe(5);
    await sha256(await fetchBytes(offered[0], never()));
    await waitFor(() => held === 4);
    expect(await statusOf(offered[1]?.replace(/.$/, '!') as string)).toBe(404);
    expect(held).toBe(4);
    await codeOf(sendBytes(offered[1] as string, chunks(1).bytes, never()));
    await codeOf(fetchBytes(refused, never()));
    await sendBytes(accepted, chunks(64).bytes, never());
    await waitFor(() => held === 1);
    const reading = await fetchBytes(endless, never());
    await once(reading, 'data');
    expect(held).toBe(1);
    reading.destroy();
    await waitFor(() => held === 0);
    expect(state.isClosed).toBe(true);
  });

  it('of a service that stopped are refused with an error that can be retried', async () => {
    const other = new BytesServer(createLogger('bytes', 'silent'));
    await other.listen('127.0.0.1', 0);
    const [offered, accepted] = [
      other.offer(noPlace, () => Promise.reject(new Error())),
      other.accept(noPlace, () => Promise.resolve({})),
    ];
    await other.close();
    expect(await codeOf(fetchBytes(offered, never()))).toBe('SERVICE_UNAVAILABLE');
    expect(await codeOf(sendBytes(accepted, chunks(1).bytes, never()))).toBe('SERVICE_UNAVAILABLE');
  });
});
