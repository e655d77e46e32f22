import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { freePort, waitFor } from '@questp/testing';
import { Egress, EgressError, egressFetch, type EgressFailure, type EgressOptions } from './index.js';
import { listenHttp, type Listening } from './testing/http-server.fixture.js';

describe('egressFetch', () => {
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
  const fetchWith = (options: Partial<EgressOptions> = {}) =>
    egressFetch(egress, { destination: 'test', namedBy: 'platform', ...options });
  const failureOf = (response: Promise<Response>): Promise<EgressFailure> =>
    response.then(
      () => Promise.reject(new Error('A response')),
      (error: unknown) => {
        if (error instanceof EgressError) return error.failure;
        throw error;
      },
    );

  it('sends method, headers and body of a URL with options and of a Request', async () => {
    const { url } = await serve((request, response) => {
      const { method, url: path, headers } = request;
      void text(request).then((body) =>
        response.end(JSON.stringify([method, path, headers['x-a'], headers['content-type'], body])),
      );
    });
    const sent = { method: 'PATCH', headers: { 'x-a': 'b' }, body: new URLSearchParams({ c: 'd e' }) };
    const expected = ['PATCH', '/x?y=1', 'b', 'application/x-www-form-urlencoded;charset=UTF-8', 'c=d+e'];
    expect(await (await fetchWith()(`${url}/x?y=1`, sent)).json()).toEqual(expected);
    expect(await (await fetchWith()(new Request(`${url}/x?y=1`, sent))).json()).toEqual(expected);
    expect(await (await fetchWith()(new URL(url))).json()).toEqual(['GET', '/', null, null, '']);
  });

  it.each([200, 204, 302, 404, 503])('resolves with status, headers and decoded body: %i', async (status) => {
    let requests = 0;
    const { url } = await serve((_, response) => {
      requests += 1;
      const headers = { 'set-cookie': ['a=1', 'b=2'], location: '/elsewhere' };
      if (status === 204) response.writeHead(status, headers).end();
      else response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync('said'));
    });
    const response = await fetchWith()(url);
    expect(response).toMatchObject({ status, ok: status < 300 });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(status === 204 ? '' : 'said');
    expect(requests).toBe(1);
  });

  it('rejects with an EgressError outside the limits of time, size and levels', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(1_001));
      if (request.url === '/deep') response.end('['.repeat(1_000));
    });
    const limited = fetchWith({ timeoutMs: 100, maxBytes: 1_000 });
    expect(await failureOf(limited(`${url}/silent`))).toEqual({
      outcome: 'timeout',
      detail: 'no answer within 100 ms',
    });
    expect(await failureOf(limited(`${url}/large`))).toEqual({ outcome: 'too_large', detail: 'more than 1000 bytes' });
    expect(await failureOf(limited(`${url}/deep`))).toEqual({
      outcome: 'too_large',
      detail: 'nested more than 64 levels deep',
    });
  });

  it('rejects addresses that the source may not name, and other schemes and methods', async () => {
    const { url } = await serve((_, response) => response.end());
    const guarded = fetchWith({ namedBy: 'operator' });
    expect(await failureOf(guarded(url))).toMatchObject({ outcome: 'not_allowed' });
    expect(await failureOf(guarded('https://169.254.169.254/'))).toMatchObject({ outcome: 'not_allowed' });
    expect(await failureOf(fetchWith()('data:text/plain,x'))).toMatchObject({ outcome: 'not_allowed' });
    expect(await failureOf(fetchWith()(url, { method: 'PURGE' }))).toMatchObject({ outcome: 'not_allowed' });
  });

  it('rejects and closes the connection when the caller aborts, by options or by a Request', async () => {
    const { url, connections } = await serve(() => undefined);
    const aborted = { outcome: 'aborted', detail: 'by the caller' };
    for (const fetchUntil of [
      (signal: AbortSignal) => fetchWith()(url, { signal }),
      (signal: AbortSignal) => fetchWith()(new Request(url, { signal })),
    ]) {
      const caller = new AbortController();
      const failure = failureOf(fetchUntil(caller.signal));
      await waitFor(() => connections.size > 0, { what: 'the connection' });
      caller.abort();
      expect(await failure).toEqual(aborted);
      await waitFor(() => connections.size === 0, { what: 'the connection to be closed' });
      expect(await failureOf(fetchUntil(caller.signal))).toEqual(aborted);
    }
  });

  it('rejects a status that fetch does not allow', async () => {
    const { url } = await serve((_, response) => response.writeHead(799).end());
    expect(await failureOf(fetchWith()(url))).toEqual({ outcome: 'unreachable', detail: 'not HTTP' });
  });

  it('shows nothing of the URL in errors, which may contain a secret', async () => {
    const url = `http://127.0.0.1:${await freePort()}/token-in-path?key=token-in-query`;
    const error: unknown = await fetchWith()(url).catch((reason: unknown) => reason);
    expect(JSON.stringify([error, String(error)])).not.toMatch(/token|127\.0\.0\.1/);
    expect(await failureOf(fetchWith()('https://user:token@example.org'))).toEqual({
      outcome: 'not_allowed',
      detail: 'not an http(s) URL without credentials',
    });
  });
});
