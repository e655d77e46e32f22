import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { FRONT_ENDS } from '@questp/manifest';
import {
  AppError,
  checkIn,
  createProject,
  discoverCampaigns,
  discoverQuests,
  getProject,
  getUser,
  listTaskTypes,
  updateProject,
  type Project,
  type User,
} from '@questp/messages';
import { metrics } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import fc from 'fast-check';
import { SECURITY_HEADERS } from './security-headers.js';
import { bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../gateway.fixture.js';

type Body = string | Uint8Array<ArrayBuffer>;

interface Answer {
  status: number;
  headers: Headers;
  body: { code?: string; errors?: { pointer: string; code: string }[]; [name: string]: unknown };
}

describe('the edge', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  let token: string;
  const updatedAt = '2026-05-01T12:00:00.000Z';
  const lines: string[] = [];
  /** What was logged about a request. */
  const linesOf = (requestId: string | null) =>
    waitFor(
      () => {
        const found = lines
          .map((line) => JSON.parse(line) as object)
          .filter((line) => 'requestId' in line && line.requestId === requestId);
        return Promise.resolve(found.length > 0 && found);
      },
      { what: `a line about ${requestId}` },
    );

  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${gateway.url}${path}`, { method, ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
    };
  };
  /** What is answered to bytes that no client would send. */
  const raw = async (request: string) => {
    const { hostname, port } = new URL(gateway.url);
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
  const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    call('POST', path, { body, headers: { 'content-type': 'application/json', ...bearer(token), ...headers } });
  const createWith = (body: Body, headers?: Record<string, string>) => post('/v1/projects', body, headers);

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    const limits = { LIMIT_PRINCIPAL: 1e6, LIMIT_PRINCIPAL_WRITES: 1e6, LIMIT_ANONYMOUS: 1e6, LIMIT_ADDRESS: 1e6 };
    const config = { ...limits, CORS_ORIGINS: ['https://app.example.org'] };
    gateway = await startGateway(nats.urlOf('gateway'), config, (line) => lines.push(line));
    token = services.token({ family: 'user', userId: userId(1), sessionId: uuid(1), status: 'active' });
    services.answer(createProject, ({ name }) => ({ name }) as Project);
    services.answer(getUser, ({ userId: id }) => ({ id }) as User);
    services.answer(listTaskTypes, () => ({ items: [], nextCursor: null }));
    services.answer(discoverQuests, () => ({ items: [], nextCursor: null }));
    services.answer(discoverCampaigns, () => ({ items: [], nextCursor: 'x'.repeat(2_000) }));
    services.roles.set(`${uuid(5)} ${userId(1)}`, 'project_admin');
    services.answer(getProject, () => ({ id: uuid(5), updatedAt, description: 'x'.repeat(2_000) }) as Project);
    services.answer(updateProject, () => ({ id: uuid(5), updatedAt, description: 'x'.repeat(2_000) }) as Project);
    services.answer(checkIn, () => {
      const extra = { availableAt: '2026-05-02T00:00:00.000Z', status: 200 };
      throw new AppError('QUEST_COOLDOWN', { extra });
    });
  });

  afterAll(async () => {
    await gateway?.close();
    await services?.close();
    await nats?.stop();
  });

  it('answers an error of a service as a problem document whose fixed members stand', async () => {
    const { status, headers, body } = await call('POST', `/v1/quests/${uuid(1)}/daily-checkin/check-in`, {
      headers: { ...bearer(token), 'x-request-id': 'request-0001' },
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
    await createWith('{"slug":"a-b-c","name":"x"}', { traceparent, 'x-request-id': 'request-0002' });
    const { headers } = services.requests.findLast(({ subject }) => subject === createProject.subject) ?? {};
    expect(headers?.['x-request-id']).toBe('request-0002');
    expect(headers?.['traceparent']).toMatch(
      /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/,
    );
  });

  it('writes one line for each request, whatever becomes of it', async () => {
    const answered = async (path: string, init: RequestInit = {}) =>
      linesOf((await call('GET', path, init)).headers.get('x-request-id'));
    const route = '/v1/users/me';
    const common = { level: 30, msg: 'answered', method: 'GET', ms: expect.any(Number) as number };
    expect(await answered(route, { headers: bearer(token) })).toMatchObject([
      { ...common, route, status: 200, principal: userId(1) },
    ]);
    expect(await answered(route)).toMatchObject([{ ...common, route, status: 401, principal: 'anonymous' }]);
    expect(await answered('/v1/secret-path')).toMatchObject([{ ...common, route: 'unknown', status: 404 }]);
    expect(await answered('/v1/%zz')).toMatchObject([{ ...common, route: 'unknown', status: 400 }]);
    const { problem } = await raw('GET /v1/users/me HTTP/1.1\r\nHost : a\r\n\r\n');
    expect(await linesOf(problem.requestId)).toMatchObject([
      { level: 30, msg: 'answered', route: 'unknown', status: 400 },
    ]);
    expect(lines.join()).not.toMatch(/secret-path|svcu_/);
  });

  it.each([
    ['an unknown path', 'GET', '/v1/nothing', 404, 'NOT_FOUND'],
    ['a path outside the API', 'GET', '/', 404, 'NOT_FOUND'],
    ['another method', 'PUT', '/v1/projects', 405, 'METHOD_NOT_ALLOWED'],
    ['an escape that is none', 'GET', '/v1/%zz', 400, 'BAD_REQUEST'],
    ['an id of no form', 'GET', '/v1/quests/17', 404, 'NOT_FOUND'],
    ['an id in upper case', 'GET', `/v1/quests/${uuid(0xabc).toUpperCase()}`, 404, 'NOT_FOUND'],
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
    const answer = await call(method, path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
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

  it.each([
    ['a change', 'PATCH', '/v1/users/me'],
    ['members that have to be there', 'POST', '/v1/projects'],
    ['an order', 'PUT', `/v1/projects/${uuid(1)}/campaigns/${uuid(1)}/quests/order`],
  ])('refuses %s without a body before anybody is asked', async (_, method, path) => {
    services.roles.set(`${uuid(1)} ${userId(1)}`, 'project_admin');
    const { status, body } = await call(method, path, { headers: bearer(token) });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '', code: 'REQUIRED' })]);
  });

  it('names the methods a resource supports', async () => {
    const { headers } = await call('PUT', '/v1/projects');
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it.each([
    ['text', 'text/plain', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another charset', 'application/json; charset=utf-16', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body above 128 KiB', 'application/json', `{"name":"${'x'.repeat(128 * 1024)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['half a document', 'application/json', '{"name":', 400, 'INVALID_JSON'],
    ['a comment', 'application/json', '{"name":"x"/**/}', 400, 'INVALID_JSON'],
    ['a trailing comma', 'application/json', '{"name":"x",}', 400, 'INVALID_JSON'],
    ['a byte order mark', 'application/json', '\ufeff{}', 400, 'INVALID_JSON'],
    ['a list', 'application/json', '[]', 400, 'VALIDATION_FAILED'],
    ['a string', 'application/json', '"x"', 400, 'VALIDATION_FAILED'],
    ['null', 'application/json', 'null', 400, 'VALIDATION_FAILED'],
    ['nothing', 'application/json', '', 400, 'VALIDATION_FAILED'],
  ])('refuses %s as a body', async (_, type, body, status, code) => {
    const answer = await createWith(body, { 'content-type': type });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('takes UTF-8 by name and refuses bytes that are not UTF-8', async () => {
    const type = { 'content-type': 'application/json; charset="UTF-8"' };
    expect((await createWith('{"slug":"a-b-c","name":"x"}', type)).status).toBe(201);
    const { body } = await createWith(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(body.code).toBe('INVALID_JSON');
  });

  it.each([
    ['a member twice', '{"slug":"a-b-c","name":"x","name":"y"}', 'DUPLICATE_JSON_KEY', '/name', 'DUPLICATE'],
    [
      'a member twice by an escape',
      '{"links":{"a":"https://x.y","\\u0061":""}}',
      'DUPLICATE_JSON_KEY',
      '/links/a',
      'DUPLICATE',
    ],
    ['__proto__', '{"__proto__":{"role":"x"}}', 'VALIDATION_FAILED', '/__proto__', 'UNKNOWN_MEMBER'],
    ['constructor', '{"links":{"constructor":"x"}}', 'VALIDATION_FAILED', '/links/constructor', 'UNKNOWN_MEMBER'],
    ['an inherited name', '{"toString":1}', 'VALIDATION_FAILED', '/toString', 'UNKNOWN_MEMBER'],
    ['half a surrogate pair', '{"name":"\\ud800"}', 'VALIDATION_FAILED', '/name', 'CHARACTER'],
    ['NUL', '{"name":"\\u0000"}', 'VALIDATION_FAILED', '/name', 'CHARACTER'],
    ['1e400', '{"name":1e400}', 'VALIDATION_FAILED', '/name', 'RANGE'],
    ['2^53+1', '{"a":[9007199254740993]}', 'VALIDATION_FAILED', '/a/0', 'RANGE'],
  ])('refuses %s anywhere in a body', async (_, text, code, pointer, fieldCode) => {
    const { status, body } = await createWith(text);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code: fieldCode })]);
  });

  it('refuses a body nested more than 64 levels deep and takes 64', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect((await createWith(`{"a":${nested(64)}}`)).body.code).toBe('INVALID_JSON');
    expect((await createWith(`{"a":${nested(63)}}`)).body.code).toBe('VALIDATION_FAILED');
    expect((await createWith(nested(50_000))).body.code).toBe('INVALID_JSON');
  });

  it('tells every bad member of a body by pointer and code', async () => {
    const links = { docs: 'http://example.org' };
    const { body } = await createWith(JSON.stringify({ slug: 'A!', description: 7, links }));
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/description TYPE',
      '/links FORMAT',
      '/name REQUIRED',
      '/slug LENGTH',
    ]);
  });

  it('tells every unknown member of a body before any service is asked', async () => {
    const asked = services.requests.length;
    const { status, body } = await createWith(JSON.stringify({ slug: 'A!', role: 'project_admin', 'a/b': 1 }));
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/role UNKNOWN_MEMBER',
      '/a~1b UNKNOWN_MEMBER',
    ]);
    expect(services.requests).toHaveLength(asked);
  });

  it('tells every bad query parameter by its name and code', async () => {
    const { status, body } = await call('GET', '/v1/discover/quests?limit=1e2&campaignId=17&category=none');
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '?campaignId FORMAT',
      '?category NOT_ALLOWED',
      '?limit TYPE',
    ]);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { status, headers, body } = await call('HEAD', '/v1/users/me', { headers: bearer(token) });
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  it('refuses members where no body is taken, and takes an empty one', async () => {
    const path = `/v1/quests/${uuid(1)}/daily-checkin/check-in`;
    expect((await post(path, '{"points":5}')).status).toBe(400);
    expect((await post(path, '{}')).status).toBe(409);
    expect((await post(path, '')).status).toBe(409);
  });

  it('never answers 5xx, whatever the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 200 })), async (body) => {
        expect((await createWith(body)).status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('never answers 5xx, whatever the members of a request hold', async () => {
    const value = fc.jsonValue();
    const request = fc.record(
      { slug: value, name: value, description: value, websiteUrl: value, logoUrl: value, links: value },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        expect((await createWith(JSON.stringify(body))).status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

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
    const { headers } = await call('HEAD', route, { headers: bearer(token) });
    const [line] = (await linesOf(headers.get('x-request-id'))) as { ms: number }[];
    expect((await timed('count')) - count).toBe(1);
    expect((await timed('sum')) - sum).toBeCloseTo((line?.ms ?? 0) / 1000, 3);
  });

  it('passes an Idempotency-Key with its scope and the hash of the raw body', async () => {
    const raw = '{"slug":"a-b-c", "name":"x"}';
    await createWith(raw, { 'idempotency-key': 'key-1' });
    const { data } = services.requests.findLast(({ subject }) => subject === createProject.subject) ?? {};
    expect(data).toMatchObject({
      idempotency: {
        scope: `${userId(1)} POST /v1/projects`,
        key: 'key-1',
        requestHash: createHash('sha256').update(raw).digest('hex'),
      },
    });
    const long = await createWith('{"slug":"a-b-c","name":"x"}', { 'idempotency-key': 'x'.repeat(201) });
    expect(long.body.code).toBe('BAD_REQUEST');
  });

  it('lets browsers of configured origins call and read, and no others', async () => {
    const preflight = (origin: string) =>
      fetch(`${gateway.url}/v1/projects`, {
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
    const { headers } = await call('GET', '/v1/users/me', { headers: { origin: 'https://app.example.org' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.org');
  });

  it('answers a public read with an ETag, and 304 for as long as it would be the same', async () => {
    const { headers } = await call('GET', '/v1/task-types');
    const etag = headers.get('etag') as string;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const ask = async (path: string, known: string) => {
      const answer = await fetch(`${gateway.url}${path}`, { headers: { 'if-none-match': known } });
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
    };
    expect(await ask('/v1/task-types', `"other", ${etag}`)).toEqual({ status: 304, text: '', etag });
    expect(await ask('/v1/task-types', etag.slice(2))).toMatchObject({ status: 304 });
    expect(await ask('/v1/task-types', '"other"')).toMatchObject({ status: 200, etag });
    const quests = await call('GET', '/v1/discover/quests');
    expect(quests.headers.get('cache-control')).toBe('private, no-cache');
    expect((await call('GET', '/v1/users/me', { headers: bearer(token) })).headers.get('etag')).toBeNull();
  });

  it('names the version of what a studio edits in its ETag, which If-Match hands on', async () => {
    const path = `/v1/projects/${uuid(5)}`;
    const { headers } = await call('GET', path, { headers: bearer(token) });
    const etag = headers.get('etag') as string;
    expect(etag).toMatch(new RegExp(`^"${Date.parse(updatedAt).toString(36)}\\.[\\w-]{22}"$`));
    const versions = async (ifMatch?: string) => {
      const sent = { ...bearer(token), 'content-type': 'application/json', ...(ifMatch && { 'if-match': ifMatch }) };
      const changed = await call('PATCH', path, { headers: sent, body: '{"name":"New"}' });
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag]);
      expect(changed.headers.get('cache-control')).toBe('no-store');
      return (services.requests.at(-1)?.data as { ifMatch?: string[] } | undefined)?.ifMatch;
    };
    expect(await versions()).toBeUndefined();
    expect(await versions('*')).toBeUndefined();
    expect(await versions(`"abc.x", ${etag}`)).toEqual(['abc', Date.parse(updatedAt).toString(36)]);
    expect(await versions('nonsense')).toEqual(['none']);
    expect(await versions('""')).toEqual(['none']);
  });

  it('compresses answers to public reads above 1 KB for who takes it, and nothing that could hold a secret', async () => {
    const encoding = async (path: string, accepted: string, init: RequestInit = {}) => {
      const headers = { ...bearer(token), 'content-type': 'application/json', 'accept-encoding': accepted };
      const answer = await fetch(`${gateway.url}${path}`, { ...init, headers });
      expect((await answer.text()).length).toBeGreaterThan(20);
      return answer.headers.get('content-encoding');
    };
    expect(await encoding('/v1/discover/campaigns', 'gzip, br')).toBe('br');
    expect(await encoding('/v1/discover/campaigns', 'gzip')).toBe('gzip');
    expect(await encoding('/v1/discover/campaigns', 'identity')).toBeNull();
    expect(await encoding('/v1/discover/quests', 'gzip, br')).toBeNull();
    const project = `/v1/projects/${uuid(5)}`;
    expect(await encoding(project, 'gzip, br')).toBeNull();
    expect(await encoding(project, 'gzip, br', { method: 'PATCH', body: '{"name":"New"}' })).toBeNull();
  });

  it('answers with security headers and keeps answers out of caches', async () => {
    const { status, headers } = await call('GET', '/v1/users/me', { headers: bearer(token) });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  it('answers 503 with Retry-After when the service is away', async () => {
    const { status, headers, body } = await call('GET', '/v1/discover/projects');
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers.get('retry-after')).toBe('1');
  });
});
