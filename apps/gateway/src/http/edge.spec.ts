import { connect } from 'node:net';
import { FRONT_ENDS } from '@questp/manifest';
import { createProject } from '@questp/messages/quests';
import { metrics } from '@questp/service';
import { started, waitFor } from '@questp/testing';
import { startEdge } from '../testing/edge.fixture.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { bearer, userId, uuid } from '../testing/gateway.fixture.js';

describe('the edge', () => {
  const edge = started(startEdge);

  /** Log lines of a request. */
  const linesOf = (requestId: string | null) =>
    waitFor(
      () => {
        const found = edge.lines
          .map((line) => JSON.parse(line) as object)
          .filter((line) => 'requestId' in line && line.requestId === requestId);
        return Promise.resolve(found.length > 0 && found);
      },
      { what: `a line about ${requestId}` },
    );

  /** The answer to raw bytes that no HTTP client would send. */
  const raw = async (request: string) => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk as string;
      if (text.endsWith('}')) break;
    }
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    const headers = lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)]);
    return {
      status: Number(line.split(' ')[1]),
      headers: Object.fromEntries(headers) as Record<string, string>,
      problem: JSON.parse(body) as { requestId: string },
    };
  };

  it('answers an error of a service as a problem document whose fixed members cannot be replaced', async () => {
    const { status, headers, body } = await edge.call('POST', `/v1/quests/${uuid(1)}/daily-checkin/check-in`, {
      headers: { ...bearer(edge.token), 'x-request-id': 'request-0001' },
    });
    expect(status).toBe(409);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('x-request-id')).toBe('request-0001');
    expect(body).toEqual({
      type: '/docs/errors#QUEST_COOLDOWN',
      title: 'The quest is available again later',
      status: 409,
      detail: 'The quest is available again later.',
      instance: `/v1/quests/${uuid(1)}/daily-checkin/check-in`,
      code: 'QUEST_COOLDOWN',
      requestId: 'request-0001',
      availableAt: '2026-05-02T00:00:00.000Z',
    });
  });

  it('passes request id and trace on to the services', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await edge.post('/v1/projects', '{"slug":"a-b-c","name":"x"}', { traceparent, 'x-request-id': 'request-0002' });
    const { headers } = edge.services.requests.findLast(({ subject }) => subject === createProject.subject) ?? {};
    expect(headers?.['x-request-id']).toBe('request-0002');
    expect(headers?.['traceparent']).toMatch(
      /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/,
    );
  });

  it.each([
    ['traceparent', '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01'],
    ['traceparent', ', ,'],
    ['tracestate', '=,;=\u00ff'],
    ['baggage', 'a=%zz;;,=,"\\'],
    ['sentry-trace', 'x'.repeat(4_000)],
    ['b3', '-'],
  ])('answers a request with a malformed %s', async (name, value) => {
    const { status } = await edge.call('GET', '/v1/users/me', { headers: { ...bearer(edge.token), [name]: value } });
    expect(status).toBe(200);
  });

  it('logs one line per request, for any outcome', async () => {
    const answered = async (path: string, init: RequestInit = {}) =>
      linesOf((await edge.call('GET', path, init)).headers.get('x-request-id'));
    const route = '/v1/users/me';
    const common = { level: 30, msg: 'answered', method: 'GET', ms: expect.any(Number) as number };
    expect(await answered(route, { headers: bearer(edge.token) })).toMatchObject([
      { ...common, route, status: 200, principal: userId(1) },
    ]);
    expect(await answered(route)).toMatchObject([{ ...common, route, status: 401, principal: 'anonymous' }]);
    expect(await answered('/v1/secret-path')).toMatchObject([{ ...common, route: 'unknown', status: 404 }]);
    expect(await answered('/v1/%zz')).toMatchObject([{ ...common, route: 'unknown', status: 400 }]);
    const { problem } = await raw('GET /v1/users/me HTTP/1.1\r\nHost : a\r\n\r\n');
    expect(await linesOf(problem.requestId)).toMatchObject([
      { level: 30, msg: 'answered', route: 'unknown', status: 400 },
    ]);
    expect(edge.lines.join()).not.toMatch(/secret-path|svcu_/);
  });

  it.each([
    ['an unknown path', 'GET', '/v1/nothing', 404, 'NOT_FOUND'],
    ['a path outside the API', 'GET', '/', 404, 'NOT_FOUND'],
    ['the metrics', 'GET', '/metrics', 404, 'NOT_FOUND'],
    ['the readiness', 'GET', '/health/ready', 404, 'NOT_FOUND'],
    ['another method', 'PUT', '/v1/projects', 405, 'METHOD_NOT_ALLOWED'],
    ['the method QUERY', 'QUERY', '/v1/projects', 405, 'METHOD_NOT_ALLOWED'],
    ['the method QUERY at an unknown path', 'QUERY', '/v1/nothing', 404, 'NOT_FOUND'],
    ['an escape that is none', 'GET', '/v1/%zz', 400, 'BAD_REQUEST'],
    ['an id of no form', 'GET', '/v1/quests/17', 404, 'NOT_FOUND'],
    ['a very long id', 'GET', `/v1/quests/${'a'.repeat(2000)}`, 404, 'NOT_FOUND'],
    ['NUL in an id', 'GET', '/v1/quests/%00', 404, 'NOT_FOUND'],
    ['an unknown query parameter', 'GET', '/v1/task-types?x=1', 400, 'VALIDATION_FAILED'],
    ['a query parameter twice', 'GET', '/v1/task-types?category=learn&category=social', 400, 'VALIDATION_FAILED'],
    ['NUL in a query parameter', 'GET', '/v1/discover/quests?search=%00', 400, 'VALIDATION_FAILED'],
    ['a prototype in the query', 'GET', '/v1/task-types?__proto__=1', 400, 'VALIDATION_FAILED'],
    ['a query where none is taken', 'GET', `/v1/quests/${uuid(1)}?x=1`, 400, 'VALIDATION_FAILED'],
    ['a page of 0', 'GET', '/v1/discover/quests?limit=0', 400, 'VALIDATION_FAILED'],
    ['a page of 1e2', 'GET', '/v1/discover/quests?limit=1e2', 400, 'VALIDATION_FAILED'],
  ])('answers %s with a problem', async (_, method, path, status, code) => {
    const answer = await edge.call(method, path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('names the methods of a path whatever the body of another method is', async () => {
    const answer = await fetch(`${edge.url}/v1/projects`, {
      ...{ method: 'PATCH', headers: { 'content-type': 'text/csv' }, body: 'a,b' },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, HEAD, GET']);
  });

  it.each([
    [
      'a query of 20 kB',
      `GET /v1/discover/quests?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
      '/v1/discover/quests',
    ],
    [
      'a header of 20 kB',
      `GET /v1/users/me HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
      '/v1/users/me',
    ],
    ['what is no HTTP', 'NONSENSE\r\n\r\n', 400, 'BAD_REQUEST', '/'],
    ['an unknown method', 'BREW /v1/users/me HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST', '/v1/users/me'],
    ['no host', 'GET /v1/task-types HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST', '/v1/task-types'],
    ['two hosts', 'GET /v1/task-types HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'BAD_REQUEST', '/v1/task-types'],
    ...['', 'a b', 'a,b', 'a/b', 'me@a', 'a:b', '[', 'ü', 'http://a'].map(
      (host) =>
        [
          `the host "${host}"`,
          `GET /v1/task-types HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
          ...[400, 'BAD_REQUEST', '/v1/task-types'],
        ] as [string, string, number, string, string],
    ),
    ['a question about the server', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'NOT_FOUND', '*'],
    ['an expectation', 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 404, 'NOT_FOUND', '/v1/nothing'],
    ['an escape that is none', 'GET /v1/%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST', '/v1/%zz'],
    [
      'two lengths',
      'POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
      'BAD_REQUEST',
      '/v1/projects',
    ],
  ])('answers %s as every other error: problem, request id, headers', async (_, request, status, code, instance) => {
    const answer = await raw(request);
    expect(answer.status).toBe(status);
    const { requestId } = answer.problem;
    expect(answer.problem).toMatchObject({ code, status, instance, type: `/docs/errors#${code}` });
    expect(requestId).toMatch(/^[\w.-]{8,64}$/);
    expect(answer.headers).toMatchObject({
      ...SECURITY_HEADERS,
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
    });
  });

  it.each(['a', 'A.example.org:8080', '127.0.0.1', '[2001:db8::1]:443', 'a_b', 'a.'])(
    'answers at the host %s',
    async (host) => {
      expect((await raw(`GET /v1/task-types HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status).toBe(200);
    },
  );

  it('answers a request of HTTP/1.0 without a host', async () => {
    expect((await raw('GET /v1/task-types HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('ignores the offer of another protocol, and serves the connection on (RFC 9110, 7.8)', async () => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    const offer =
      'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n' +
      `Authorization: ${bearer(edge.token).authorization}\r\n`;
    const body = '{"slug":"a-b-c","name":"x"}';
    const post = `POST /v1/projects HTTP/1.1\r\n${offer}Content-Type: application/json\r\n`;
    const requests: [string, RegExp][] = [
      [`GET /v1/users/me HTTP/1.1\r\n${offer}\r\n`, /^HTTP\/1\.1 200 [^]*\{"id":"[^"]+"\}$/],
      [`${post}Content-Length: ${body.length}\r\n\r\n${body}`, /^HTTP\/1\.1 201 [^]*\{"name":"x"\}$/],
      [
        `${post}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        /^HTTP\/1\.1 201 [^]*\{"name":"x"\}$/,
      ],
      [`GET /v1/nothing HTTP/1.1\r\n${offer}\r\n`, /^HTTP\/1\.1 404 [^]*\}$/],
    ];
    for (const [request, answer] of requests) {
      text = '';
      socket.write(request);
      await waitFor(() => text.endsWith('}'));
      expect(text).toMatch(answer);
    }
    socket.destroy();
  });

  it('names the methods a resource supports', async () => {
    const { headers } = await edge.call('PUT', '/v1/projects');
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it('reports each invalid query parameter by name and code', async () => {
    const { status, body } = await edge.call('GET', '/v1/discover/quests?limit=1e2&campaignId=17&category=none');
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '?campaignId FORMAT',
      '?category NOT_ALLOWED',
      '?limit TYPE',
    ]);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { status, headers, body } = await edge.call('HEAD', '/v1/users/me', { headers: bearer(edge.token) });
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  it('times each request by method, route and status, in seconds', async () => {
    const route = '/v1/users/me';
    const timed = async (name: string) =>
      (await metrics.getMetricsAsJSON())
        .flatMap(({ values }) => values)
        .find(
          (one) =>
            'metricName' in one &&
            one.metricName === `questp_http_seconds_${name}` &&
            one.labels['method'] === 'HEAD' &&
            one.labels['route'] === route &&
            one.labels['status'] === 200,
        )?.value ?? 0;
    const [count, sum] = [await timed('count'), await timed('sum')];
    const { headers } = await edge.call('HEAD', route, { headers: bearer(edge.token) });
    const [line] = (await linesOf(headers.get('x-request-id'))) as { ms: number }[];
    expect((await timed('count')) - count).toBe(1);
    expect((await timed('sum')) - sum).toBeCloseTo((line?.ms ?? 0) / 1000, 3);
  });

  it('lets browsers of configured origins call and read, and no others', async () => {
    const preflight = (origin: string) =>
      fetch(`${edge.url}/v1/projects`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
    const allowed = await preflight('https://app.example.org');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    for (const { address } of Object.values(FRONT_ENDS)) {
      expect((await preflight(address)).headers.get('access-control-allow-origin')).toBe(address);
    }
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const admitted = allowed.headers.get('access-control-allow-headers')?.split(/, */);
    expect(admitted).toEqual(
      expect.arrayContaining(['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'b3', 'x-requested-with']),
    );
    expect(admitted).not.toContain('cookie');
    const { headers } = await edge.call('GET', '/v1/users/me', { headers: { origin: 'https://app.example.org' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.org');
  });

  it('answers with security headers and keeps answers out of caches', async () => {
    const { status, headers } = await edge.call('GET', '/v1/users/me', { headers: bearer(edge.token) });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age=') as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'ratelimit-limit': '1000000',
    });
    for (const name of ['x-powered-by', 'server']) expect(headers.get(name)).toBeNull();
  });

  it('answers 503 with Retry-After when the service is away', async () => {
    const { status, headers, body } = await edge.call('GET', '/v1/discover/projects');
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers.get('retry-after')).toBe('1');
  });
});
