import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { metrics, newCallContext, runInContext } from '@questp/service';
import { freePort, waitFor } from '@questp/testing';
import { FAILURES, LEFT_ALONE_MS } from './breakers.js';
import {
  CONNECT_MS,
  Egress,
  MAX_BYTES,
  PARALLEL,
  PROJECT_PARALLEL,
  type EgressOptions,
  type EgressOutcome,
  type Server,
} from './index.js';
import { listenHttp, listenTcp, type Listening } from './testing/http-server.fixture.js';

const SOON_MS = 1_500;

describe('Egress', () => {
  let egress: Egress;
  let servers: Listening[];

  beforeEach(() => {
    egress = new Egress();
    servers = [];
  });
  afterEach(async () => {
    await egress.onApplicationShutdown();
    await Promise.all(servers.map((server) => server.close()));
  });

  const serve = async (answer: RequestListener) => {
    const server = await listenHttp(answer);
    servers.push(server);
    return server;
  };
  const talk = async (say: (socket: Socket) => void) => {
    const server = await listenTcp(say);
    servers.push(server);
    return server;
  };
  const get = (url: string, options: Partial<EgressOptions> = {}): Promise<EgressOutcome> =>
    egress.get(url, { destination: 'test', namedBy: 'platform', ...options });
  const timed = async (asked: Promise<EgressOutcome>) => {
    const start = performance.now();
    return { ...(await asked), ms: performance.now() - start };
  };

  describe('an answer', () => {
    it.each([200, 404, 500])('is given with its status, headers and body: %i', async (status) => {
      const { url } = await serve((_, response) => response.writeHead(status, { 'X-Kind': 'a' }).end('said'));
      expect(await get(`${url}/x?y=1`)).toMatchObject({
        outcome: 'answered',
        status,
        headers: { 'x-kind': 'a' },
        body: Buffer.from('said'),
      });
    });

    it('is read when it comes packed', async () => {
      const { url } = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('said')),
      );
      expect(await get(url)).toMatchObject({ body: Buffer.from('said') });
    });

    it('may be as large as the limit', async () => {
      const { url } = await serve((_, response) => response.end(Buffer.alloc(MAX_BYTES)));
      expect(await get(url)).toMatchObject({ outcome: 'answered', body: { length: MAX_BYTES } });
    });

    describe('that is a redirect', () => {
      /** Answers with the redirect at `/old`, and at `/new` with what was received there. */
      const redirecting = (status: number, location: (own: string) => string) =>
        serve((request, response) => {
          if (request.url === '/old') {
            return response.writeHead(status, { location: location(`http://${request.headers.host}`) }).end('moved');
          }
          void text(request).then((body) =>
            response.end(`${request.method} ${request.url} ${request.headers.authorization} ${body}`),
          );
        });
      const asked = { destination: 'test', namedBy: 'platform', headers: { authorization: 'Bearer x' } } as const;

      it.each([301, 302, 303, 307, 308])('of status %i is followed within its origin', async (status) => {
        const { url } = await redirecting(status, () => '/new?a=1');
        expect(await get(`${url}/old`, { ...asked, follow: true })).toMatchObject({
          status: 200,
          body: Buffer.from('GET /new?a=1 Bearer x '),
        });
      });

      it.each([307, 308])('of status %i repeats a POST with its body', async (status) => {
        const { url } = await redirecting(status, (own) => `${own}/new`);
        const request = { ...asked, method: 'POST', body: Buffer.from('{}'), follow: true } as const;
        expect(await egress.send(`${url}/old`, request)).toMatchObject({ body: Buffer.from('POST /new Bearer x {}') });
      });

      it('of a POST to a GET is the answer', async () => {
        const { url } = await redirecting(301, () => '/new');
        const request = { ...asked, method: 'POST', body: Buffer.from('{}'), follow: true } as const;
        expect(await egress.send(`${url}/old`, request)).toMatchObject({ status: 301, body: Buffer.from('moved') });
      });

      it('A-72: to another origin is the answer, and nothing is sent there', async () => {
        let received = 0;
        const other = await serve((_, response) => {
          received += 1;
          response.end();
        });
        const { port } = new URL(other.url);
        for (const location of [
          ...[`${other.url}/new`, `//127.0.0.1:${port}/new`, `http://localhost:${port}/new`],
          ...['http://user:secret@127.0.0.1/new', 'ftp://127.0.0.1/new', 'http://', 'https://127.0.0.1/new'],
        ]) {
          const { url } = await redirecting(301, () => location);
          expect(await get(`${url}/old`, { ...asked, follow: true })).toMatchObject({ status: 301 });
        }
        expect(received).toBe(0);
      });

      it('is followed three times, within the deadline of the request', async () => {
        let received = 0;
        const { url } = await serve((_, response) => {
          received += 1;
          response.writeHead(302, { location: '/' }).end();
        });
        expect(await get(url, { follow: true })).toMatchObject({ status: 302 });
        expect(received).toBe(4);
        const { url: slow } = await redirecting(301, () => '/new');
        const late = { follow: () => sleep(300), timeoutMs: 100 };
        expect(await get(`${slow}/old`, late)).toMatchObject({ outcome: 'timeout' });
      });

      it('is not followed when the caller refuses a further request', async () => {
        const { url } = await redirecting(301, () => '/new');
        const refused = Object.assign(new Error('over the quota'), { code: 'QUOTA' });
        await expect(get(`${url}/old`, { follow: () => Promise.reject(refused) })).rejects.toBe(refused);
      });
    });

    it('A-72: may be a redirect, which is not followed by default', async () => {
      let asked = 0;
      const { url } = await serve((_, response) => {
        asked += 1;
        response.writeHead(302, { location: '/elsewhere' }).end();
      });
      expect(await get(url)).toMatchObject({ outcome: 'answered', status: 302, headers: { location: '/elsewhere' } });
      expect(asked).toBe(1);
    });
  });

  describe('a body that is read as it comes', () => {
    const open = (url: string, options: Partial<EgressOptions> = {}) =>
      egress.open(url, { destination: 'test', namedBy: 'platform', ...options });
    const bodyOf = (outcome: EgressOutcome<Readable>): Readable => {
      if (outcome.outcome !== 'answered') throw new Error(outcome.detail);
      return outcome.body;
    };

    it('has no limit of size or time, and is decoded', async () => {
      const { url } = await serve((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        setTimeout(() => response.end(gzipSync(Buffer.alloc(2 * MAX_BYTES))), 400);
        response.flushHeaders();
      });
      expect((await buffer(bodyOf(await open(url, { timeoutMs: 200 })))).length).toBe(2 * MAX_BYTES);
    });

    it('fails if it is cut off, and closes its connection when the reader stops', async () => {
      const { url, connections } = await serve((request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('begun');
        if (request.url === '/broken') setTimeout(() => response.destroy(), 50);
      });
      await expect(buffer(bodyOf(await open(`${url}/broken`)))).rejects.toThrow();
      bodyOf(await open(url)).destroy();
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
    });

    it('has a deadline for the headers before it', async () => {
      const { url } = await serve(() => undefined);
      expect(await open(url, { timeoutMs: 100 })).toMatchObject({ outcome: 'timeout' });
    });
  });

  describe('a request', () => {
    it('has the given method and body', async () => {
      const { url } = await serve((request, response) => {
        void text(request).then((body) =>
          response.end(`${request.method} ${request.headers['content-length']} ${body}`),
        );
      });
      const body = Buffer.from('sent');
      expect(await egress.send(url, { destination: 'test', namedBy: 'platform', method: 'PUT', body })).toMatchObject({
        body: Buffer.from('PUT 4 sent'),
      });
    });

    it('names the platform and the call it belongs to, and carries the headers given', async () => {
      let headers: IncomingHttpHeaders = {};
      const { url } = await serve((request, response) => {
        headers = request.headers;
        response.end();
      });
      const context = newCallContext();
      await runInContext(context, () => get(url, { headers: { accept: 'application/json' } }));
      expect(headers).toMatchObject({
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'questp',
        'x-request-id': context.requestId,
      });
    });

    it('does not go through a proxy of the environment', async () => {
      const proxy = `http://127.0.0.1:${await freePort()}`;
      const proxies = { HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, NODE_USE_ENV_PROXY: '1' };
      const { url } = await serve((_, response) => response.end('direct'));
      const before = { ...process.env };
      try {
        Object.assign(process.env, proxies);
        const fresh = new Egress();
        expect(await fresh.get(url, { destination: 'test', namedBy: 'platform' })).toMatchObject({
          body: Buffer.from('direct'),
        });
        await fresh.onApplicationShutdown();
      } finally {
        process.env = before;
      }
    });

    it.each([
      'ftp://example.org/',
      'file:///etc/passwd',
      'unix:/var/run/docker.sock',
      'data:text/plain,hello',
      'https://user:password@example.org/',
      'http://user@example.org/',
      '//example.org/',
      'example.org',
      '',
    ])('is not sent to %j', async (url) => {
      expect(await get(url)).toEqual({
        outcome: 'not_allowed',
        detail: 'not an http(s) URL without credentials',
      });
    });

    it('throws for invalid headers, which are a defect of the caller', async () => {
      const { url } = await serve((_, response) => response.end());
      await expect(get(url, { headers: { 'x-a': 'b\r\nx-c: d' } })).rejects.toThrow('invalid x-a header');
    });
  });

  describe('time (A-73)', () => {
    it('is limited while headers are awaited', async () => {
      const { url, connections } = await serve(() => undefined);
      const { ms, ...outcome } = await timed(get(url, { timeoutMs: 200 }));
      expect(outcome).toEqual({ outcome: 'timeout', detail: 'no answer within 200 ms' });
      expect(ms).toBeLessThan(200 + SOON_MS);
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
    });

    it('is limited while a body drips', async () => {
      const { url, connections } = await serve((_, response) => {
        const drip = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const { ms, ...outcome } = await timed(get(url, { timeoutMs: 300 }));
      expect(outcome).toMatchObject({ outcome: 'timeout' });
      expect(ms).toBeLessThan(300 + SOON_MS);
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
    });

    it('is limited while headers drip', async () => {
      const { url } = await talk((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      expect(await get(url, { timeoutMs: 300 })).toMatchObject({ outcome: 'timeout' });
    });

    it('is limited for the connection, TLS handshake included', async () => {
      const { port } = await talk(() => undefined);
      const { ms, ...outcome } = await timed(get(`https://127.0.0.1:${port}`));
      expect(outcome).toEqual({ outcome: 'timeout', detail: 'no connection in time' });
      expect(ms).toBeGreaterThan(CONNECT_MS / 2);
      expect(ms).toBeLessThan(CONNECT_MS + 3 * SOON_MS);
    });

    it('ends when the caller wishes', async () => {
      const { url, connections } = await serve((_, response) => response.write('begun'));
      const caller = new AbortController();
      setTimeout(() => caller.abort(), 100);
      expect(await get(url, { signal: caller.signal })).toEqual({ outcome: 'aborted', detail: 'by the caller' });
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
      expect(await get(url, { signal: caller.signal })).toMatchObject({ outcome: 'aborted' });
    });
  });

  describe('size (A-73)', () => {
    /** Writes until the other side has gone, or 200 MB are out; resolves with the bytes that were taken. */
    async function flood(response: ServerResponse): Promise<number> {
      const chunk = Buffer.alloc(64 * 1024);
      let sent = 0;
      function* chunks() {
        for (; sent < 200e6; sent += chunk.length) yield chunk;
      }
      await pipeline(Readable.from(chunks()), response).catch(() => undefined);
      return sent;
    }

    it('is limited for a body without an end, which is not read on', async () => {
      let sent: Promise<number> | undefined;
      const { url } = await serve((_, response) => {
        sent = flood(response);
      });
      expect((await get(url, { maxBytes: 10_000 })).outcome).toBe('too_large');
      expect(await sent).toBeLessThan(20e6);
    });

    it('is refused before reading when the body is announced', async () => {
      const { url, connections } = await serve((_, response) => {
        response.writeHead(200, { 'content-length': MAX_BYTES + 1 }).flushHeaders();
      });
      const { ms, ...outcome } = await timed(get(url));
      expect(outcome).toEqual({ outcome: 'too_large', detail: `more than ${MAX_BYTES} bytes` });
      expect(ms).toBeLessThan(SOON_MS);
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
    });

    it('is counted of what a packed body unpacks to', async () => {
      const bomb = gzipSync(Buffer.alloc(100 * MAX_BYTES));
      expect(bomb.length).toBeLessThan(MAX_BYTES);
      const { url } = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
      const before = process.memoryUsage().rss;
      expect((await get(url)).outcome).toBe('too_large');
      expect(process.memoryUsage().rss - before).toBeLessThan(50 * MAX_BYTES);
    });

    it('is limited for headers', async () => {
      const { url } = await talk((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`));
      expect(await get(url)).toEqual({ outcome: 'too_large', detail: 'too many headers' });
    });
  });

  describe('a failure', () => {
    it('is a connection that is refused', async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      expect(await get(url)).toEqual({ outcome: 'unreachable', detail: 'ECONNREFUSED' });
    });

    it('is a host without an address', async () => {
      expect(await get('http://nowhere.invalid/')).toMatchObject({ outcome: 'unreachable' });
    });

    it('is something that is not HTTP', async () => {
      const { url } = await talk((socket) => socket.end('220 mail.example.org ESMTP\r\n'));
      expect(await get(url)).toEqual({ outcome: 'unreachable', detail: 'not HTTP' });
    });

    it('is a body that breaks off', async () => {
      const { url } = await talk((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nfive.'));
      expect(await get(url)).toMatchObject({ outcome: 'unreachable' });
    });

    it('is a packed body that breaks off, or is none', async () => {
      const packed = gzipSync('a text of some length');
      const answers = [packed.subarray(0, -9), Buffer.from('plain')];
      const { url } = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(answers.shift()),
      );
      expect(await get(url)).toEqual({ outcome: 'unreachable', detail: 'Z_BUF_ERROR' });
      expect(await get(url)).toEqual({ outcome: 'unreachable', detail: 'Z_DATA_ERROR' });
    });

    it('is an encoding that was not asked for', async () => {
      const { url } = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': 'br, gzip' }).end('x'),
      );
      expect(await get(url)).toEqual({ outcome: 'unreachable', detail: 'an encoding that was not asked for' });
    });

    it('does not contain the URL, which may contain a secret', async () => {
      const outcome = await get(`http://127.0.0.1:${await freePort()}/token-in-path?key=token-in-query`);
      expect(JSON.stringify(outcome)).not.toMatch(/token|127\.0\.0\.1/);
    });
  });

  describe('many requests', () => {
    it('reach one server a limited number at a time, while others do not wait', async () => {
      let running = 0;
      let most = 0;
      const { url } = await serve((_, response) => {
        running += 1;
        most = Math.max(most, running);
        setTimeout(() => {
          running -= 1;
          response.end();
        }, 30);
      });
      const other = await serve((_, response) => response.end());
      const asked = Array.from({ length: 10 * PARALLEL }, () => get(url));
      const { ms } = await timed(get(other.url));
      expect(ms).toBeLessThan(SOON_MS);
      const outcomes = await Promise.all(asked);
      expect(outcomes.every(({ outcome }) => outcome === 'answered')).toBe(true);
      expect(most).toBe(PARALLEL);
    });

    it('release their slot when they fail, and count the wait towards their deadline', async () => {
      const { url } = await serve((request, response) => {
        if (request.url === '/well') response.end();
      });
      const caller = new AbortController();
      setMaxListeners(PARALLEL, caller.signal);
      const stuck = Array.from({ length: PARALLEL }, () => get(url, { signal: caller.signal }));
      expect(await get(`${url}/well`, { timeoutMs: 100 })).toMatchObject({ outcome: 'timeout' });
      setTimeout(() => caller.abort(), 300);
      expect(await get(`${url}/well`)).toMatchObject({ outcome: 'answered' });
      await Promise.all(stuck);
      await sleep(0);
      expect(await get(`${url}/well`)).toMatchObject({ outcome: 'answered' });
    });
  });

  describe('a server that keeps failing', () => {
    const failing = async (answer: RequestListener) => {
      let asked = 0;
      const server = await serve((request, response) => {
        asked += 1;
        answer(request, response);
      });
      for (let n = 0; n < FAILURES; n += 1) await get(server.url, { timeoutMs: 200 });
      return { ...server, asked: () => asked };
    };
    const { now } = Date;
    afterEach(() => {
      Date.now = now;
    });

    it.each<[string, RequestListener]>([
      ['errors', (_, response) => response.writeHead(503).end()],
      ['broken connections', (_, response) => response.destroy()],
      ['silence', () => undefined],
    ])('with %s gets no further requests, while other servers do', async (_, answer) => {
      const { url, asked } = await failing(answer);
      expect(await get(url)).toEqual({
        outcome: 'unreachable',
        detail: 'left alone for a while after 5 failures in a row',
      });
      expect(asked()).toBe(FAILURES);
      const other = await serve((__, response) => response.end());
      expect(await get(other.url)).toMatchObject({ outcome: 'answered' });
    });

    it('is tried by one request after a while, and by all once that is answered', async () => {
      let status = 500;
      const { url, asked } = await failing((_, response) => setTimeout(() => response.writeHead(status).end(), 50));
      status = 200;
      Date.now = () => now() + LEFT_ALONE_MS;
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => get(url)));
      expect(outcomes.filter(({ outcome }) => outcome === 'answered')).toHaveLength(1);
      expect(asked()).toBe(FAILURES + 1);
      expect(await get(url)).toMatchObject({ outcome: 'answered', status: 200 });
    });

    it('is reported once when requests stop and once when it answers again, with its host only if the platform configured it', async () => {
      const heard: (Server & { state: string })[] = [];
      await egress.onApplicationShutdown();
      egress = new Egress({}, (server, state) => heard.push({ ...server, state }));
      let status = 200;
      const { url, port } = await serve((_, response) => response.writeHead(status).end());
      const ask = (times: number) => Promise.all(Array.from({ length: times }, () => get(`${url}/path?secret=1`)));
      await ask(3);
      status = 500;
      await ask(FAILURES - 1);
      expect(heard.map(({ state }) => state)).toEqual(['up']);
      await ask(3);
      Date.now = () => now() + LEFT_ALONE_MS;
      await ask(3);
      status = 200;
      Date.now = () => now() + 10 * LEFT_ALONE_MS;
      await ask(1);
      await ask(3);
      expect(heard.map(({ state }) => state)).toEqual(['up', 'down', 'up']);
      expect(heard[1]).toEqual({ destination: 'test', host: `127.0.0.1:${port}`, state: 'down' });

      heard.length = 0;
      for (let n = 0; n < FAILURES; n += 1) await get('https://nowhere.invalid/', { namedBy: 'operator' });
      expect(heard).toEqual([{ destination: 'test', host: null, state: 'down' }]);
    });

    it('A-73: stops the requests of the project that names it only', async () => {
      await egress.onApplicationShutdown();
      const heard: Server[] = [];
      egress = new Egress({ project: ['127.0.0.1/32'] }, (server) => heard.push(server));
      let status = 500;
      const { url } = await serve((_, response) => response.writeHead(status).end());
      const ofProject = (projectId: string) => get(url, { namedBy: { projectId } });
      for (let n = 0; n < FAILURES; n += 1) await ofProject('first');
      status = 200;
      expect(await ofProject('first')).toMatchObject({ outcome: 'unreachable' });
      expect(await ofProject('second')).toMatchObject({ outcome: 'answered' });
      expect(heard).toEqual([]);
      expect(await get(url)).toMatchObject({ outcome: 'answered' });
    });

    it('A-73: of a project uses no slots of other projects, whatever servers it names', async () => {
      await egress.onApplicationShutdown();
      egress = new Egress({ project: ['127.0.0.1/32'] });
      let open = 0;
      const silent = () => serve(() => (open += 1));
      const servers = await Promise.all([silent(), silent()]);
      const others = await serve((_, response) => response.end());
      const caller = new AbortController();
      setMaxListeners(40, caller.signal);
      const asked = Array.from({ length: 40 }, (_, n) =>
        get(servers[n % 2]?.url ?? '', { namedBy: { projectId: 'first' }, signal: caller.signal }),
      );
      await waitFor(() => open === PROJECT_PARALLEL, { what: 'the places of the project to be taken' });
      for (const namedBy of ['platform', { projectId: 'second' }] as const) {
        expect(await get(others.url, { namedBy })).toMatchObject({ outcome: 'answered' });
      }
      expect(open).toBe(PROJECT_PARALLEL);
      caller.abort();
      await Promise.all(asked);
    });

    it('does not include a server that answers 4xx', async () => {
      const { url } = await failing((_, response) => response.writeHead(429).end());
      expect(await get(url)).toMatchObject({ outcome: 'answered', status: 429 });
    });
  });

  it('measures requests by destination and outcome, without a host', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(503).end());
    const startedAt = performance.now();
    await get(url, { destination: 'counted' });
    const seconds = (performance.now() - startedAt) / 1000;
    await get('ftp://example.org', { destination: 'counted' });
    const exposition = await metrics.metrics();
    expect(exposition).toContain('questp_egress_seconds_count{destination="counted",outcome="5xx"} 1');
    const [, sum] = /questp_egress_seconds_sum\{destination="counted",outcome="5xx"\} (\S+)/.exec(exposition) ?? [];
    expect(Number(sum)).toBeGreaterThan(0);
    expect(Number(sum)).toBeLessThanOrEqual(seconds);
    expect(exposition).toContain('questp_egress_seconds_count{destination="counted",outcome="not_allowed"} 1');
    expect(exposition).not.toContain(String(port));
  });
});
