import { connect } from 'node:net';
import type { Page, Project, WalletChallenge } from '@questp/messages';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { getFrom } from '../support/get-from.js';
import { committedOpenApi } from '../support/open-api.js';
import { unlessCutOff } from '../support/oversized.js';
import { parallel, tally } from '../support/parallel.js';
import { usePlatform } from '../support/platform.fixture.js';
import { challengePath, VERIFY, type Person } from '../support/sign-in.js';
import { newSlug, newStudio } from '../support/studio.js';
import { newWallet } from '../support/wallet.js';

const e2e = usePlatform({ replicas: { gateway: 2 } });

let person: Person;

beforeAll(async () => {
  person = await e2e.signIn();
});

describe('Errors', () => {
  it.each([
    ['GET', '/', 'NOT_FOUND'],
    ['GET', '/v1', 'NOT_FOUND'],
    ['GET', '/v1/nothing', 'NOT_FOUND'],
    ['GET', '/v1/users/me/', 'NOT_FOUND'],
    ['GET', '/V1/users/me', 'NOT_FOUND'],
    ['GET', '/v1/../etc/passwd', 'NOT_FOUND'],
    ['GET', '/v1/quests/%zz', 'NOT_FOUND'],
    ['GET', `/v1/${'x'.repeat(5_000)}`, 'NOT_FOUND'],
    ['DELETE', '/v1/users/me', 'METHOD_NOT_ALLOWED'],
    ['PUT', '/v1/projects', 'METHOD_NOT_ALLOWED'],
    ['GET', '/v1/auth/wallet/verify', 'METHOD_NOT_ALLOWED'],
  ] as const)('%s %s is a problem document', async (method, path, code) => {
    const answer = await person.client.call(method, path);

    // A path that cannot be decoded may also be called malformed.
    if (path.includes('%zz')) expect([400, 404]).toContain(expectAnyProblem(answer).status);
    else expectProblem(answer, code);
  });

  it('names the methods a resource has', async () => {
    const answer = await person.client.call('PUT', '/v1/projects');

    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json-patch+json', '[]'],
    ['', '{}'],
  ])('a body of type "%s" is 415', async (type, raw) => {
    const answer = await person.client.call('POST', '/v1/projects', { raw, headers: { 'content-type': type } });

    expectProblem(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
  ])('a body of type %s is read', async (type) => {
    const answer = await person.client.call('PATCH', '/v1/users/me', {
      raw: '{"bio":"Grüße"}',
      headers: { 'content-type': type },
    });

    expect(answer.status).toBe(200);
  });

  it('takes bodies up to its limit and no larger ones', async () => {
    const body = (size: number) => `{"bio":"${'x'.repeat(size)}"}`;
    const patch = (raw: string) => person.client.call('PATCH', '/v1/users/me', { raw });

    expectProblem(await patch(body(120_000)), 'VALIDATION_FAILED');
    for (const size of [140_000, 5_000_000]) {
      const answer = await unlessCutOff(patch(body(size)));
      if (answer) expectProblem(answer, 'PAYLOAD_TOO_LARGE');
    }
    expect((await person.client.call('PATCH', '/v1/users/me', { body: {} })).status).toBe(200);
  });

  it('carry the request id that logs carry, the caller’s own when it is one', async () => {
    const call = (id: string) => person.client.call('GET', '/v1/nothing', { headers: { 'x-request-id': id } });

    expect((await call('my-request-1')).json.requestId).toBe('my-request-1');
    for (const bad of ['short', 'with space here', 'x'.repeat(65), '<script>alert(1)</script>']) {
      const { requestId } = expectProblem(await call(bad), 'NOT_FOUND');
      expect(requestId).not.toBe(bad);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('are problem documents even for what is no HTTP', async () => {
    const { hostname, port } = new URL(e2e.gatewayUrls[0] as string);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });

    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('application/problem+json');
    expect(text).toContain('"code":"BAD_REQUEST"');
  });
});

describe('Headers', () => {
  it.each(['/v1/auth/methods', '/v1/users/me', '/v1/nothing'])('of %s keep browsers from harm', async (path) => {
    const { headers } = await e2e.anonymous.call('GET', path);

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age=') as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': expect.stringMatching(/^application\/(problem\+)?json/) as string,
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  const preflight = (origin: string, method = 'POST') =>
    e2e.anonymous.call('OPTIONS', '/v1/projects', {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it('let the app’s origin call from a browser', async () => {
    const { status, headers } = await preflight('http://localhost:5173');

    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await person.client.call('GET', '/v1/users/me', { headers: { origin: 'http://localhost:5173' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
  });

  it.each(['https://evil.example', 'http://localhost:5173.evil.example', 'http://localhost:51730', 'null'])(
    'let no page of %s call',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await e2e.anonymous.call('GET', '/v1/auth/methods', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

describe('Documentation', () => {
  it('serves the OpenAPI document as it is committed', async () => {
    const { status, json } = await e2e.anonymous.call<unknown>('GET', '/openapi.json');

    expect(status).toBe(200);
    expect(json).toEqual(JSON.parse(committedOpenApi()));
  });

  it.each(['/docs', '/docs/errors'])('has a page at %s that loads nothing from elsewhere', async (path) => {
    const answer = await fetch(e2e.gatewayUrls[0] + path);
    const text = await answer.text();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const files = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file as string);
    for (const file of files) {
      const { status } = await fetch(new URL(file, e2e.gatewayUrls[0] + path));
      expect({ file, status }).toEqual({ file, status: 200 });
    }
  });

  it('explains the code an error points to', async () => {
    const { json } = await e2e.anonymous.call('GET', '/v1/users/me');

    expect(json.type).toBe('/docs/errors#UNAUTHENTICATED');
    expect(await (await fetch(`${e2e.gatewayUrls[0]}/docs/errors`)).text()).toContain('id="UNAUTHENTICATED"');
  });

  it('has no metrics and no health on the public port', async () => {
    for (const path of ['/metrics', '/health/live', '/health/ready', '/.git/config', '/.env']) {
      expectProblem(await e2e.anonymous.call('GET', path), 'NOT_FOUND');
    }
  });
});

describe('Idempotency-Key', () => {
  const create = (key: string, body: object, raw?: string) =>
    person.client.call<Project>('POST', '/v1/projects', {
      body,
      ...(raw && { raw }),
      headers: { 'idempotency-key': key },
    });

  it.each(['', ' ', 'x'.repeat(201), 'with space', 'ü'])('refuses the key "%s"', async (key) => {
    const answer = await create(key, { slug: newSlug('key'), name: 'Key' }).catch((error: unknown) => error);

    // fetch itself may refuse to send what is no header value.
    if (!(answer instanceof Error)) {
      const { status } = answer as { status: number };
      expect([400, 201]).toContain(status);
      if (key.trim() !== '') expect(status).toBe(400);
    }
  });

  it('counts a body by its bytes', async () => {
    const key = newSlug('key');
    const slug = newSlug('key');
    const first = await create(key, {}, `{"slug":"${slug}","name":"A"}`);

    expect(first.status).toBe(201);
    expectProblem(await create(key, {}, `{"slug": "${slug}", "name": "A"}`), 'IDEMPOTENCY_KEY_REUSED');
    expect((await create(key, {}, `{"slug":"${slug}","name":"A"}`)).json).toEqual(first.json);
  });

  it('remembers for 24 hours', async () => {
    const key = newSlug('key');
    const first = await create(key, { slug: newSlug('key'), name: 'A' });
    await e2e.sql(`UPDATE quests.idempotency_key SET created_at = created_at - interval '24 hours' WHERE key = $1`, [
      key,
    ]);
    const second = await create(key, { slug: newSlug('key'), name: 'A' });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.id).not.toBe(first.json.id);
  });

  it('replays no key in clear', async () => {
    const studio = await newStudio(person, { draft: true });
    const request = {
      body: { name: 'Key', scopes: ['project:read'] },
      headers: { 'idempotency-key': newSlug('key') },
    };
    const path = `${studio.projectPath}/api-keys`;
    const first = await person.client.call<{ key: string; apiKey: unknown }>('POST', path, request);
    const replay = await person.client.call<{ key: null; apiKey: unknown }>('POST', path, request);

    expect(first.json.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
    expect(replay.json).toEqual({ apiKey: first.json.apiKey, key: null });
    const stored = await e2e.count('SELECT count(*) FROM identity.idempotency_key WHERE reply::text LIKE $1', [
      `%${first.json.key}%`,
    ]);
    expect(stored).toBe(0);
  });
});

describe('Lists', () => {
  it('give every item once in pages of any size, also when items come in between', async () => {
    const owner = await e2e.signIn();
    const made = await parallel(7, () =>
      owner.client.post<Project>('/v1/projects', { slug: newSlug('page'), name: 'Page' }),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: Page<Project> = await owner.client.get(`/v1/projects?limit=2${query}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await owner.client.post('/v1/projects', { slug: newSlug('page'), name: 'Later' });
    } while (cursor !== null);

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  });

  it.each([
    'x',
    '!!',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["not-a-uuid"]').toString('base64url'),
    'W10',
    'bnVsbA',
  ])('refuse the cursor %s', async (cursor) => {
    expectProblem(
      await person.client.call('GET', `/v1/projects?cursor=${encodeURIComponent(cursor)}`),
      'INVALID_CURSOR',
    );
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'cursor=',
  ])('refuse the query %s', async (query) => {
    expectProblem(await person.client.call('GET', `/v1/projects?${query}`), 'VALIDATION_FAILED');
  });
});

// Last, since they change the gateways. A limit that changes needs keys that were not counted under the old one.
describe('Rate limits', () => {
  const withLimits = (env: NodeJS.ProcessEnv) =>
    Promise.all([0, 1].map((replica) => e2e.service('gateway', replica).restart(env)));

  /** Enough of the minute is left for one test. */
  const windowWithTime = async () => {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
  };

  it('count a principal over both gateways, and the others on their own', async () => {
    await withLimits({ LIMIT_PRINCIPAL: '60', LIMIT_PRINCIPAL_WRITES: '20' });
    const [one, other] = [await e2e.signIn(), await e2e.signIn()];
    await windowWithTime();

    const answers = await parallel(150, (gateway) => one.client.callAt(gateway, 'GET', '/v1/users/me'));

    expect(tally(answers)).toEqual({ '200': 60, '429 RATE_LIMITED': 90 });
    const retryAfter = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    const { headers, status } = await other.client.call('GET', '/v1/users/me');
    expect(status).toBe(200);
    expect(headers.get('ratelimit-limit')).toBe('60');
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(60);
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  }, 20_000);

  it('count writes on their own, so that a busy writer still reads', async () => {
    const writer = await e2e.signIn();
    await windowWithTime();

    const answers = await parallel(40, (gateway) =>
      writer.client.callAt(gateway, 'PATCH', '/v1/users/me', { body: { bio: 'x' } }),
    );

    expect(tally(answers)).toEqual({ '200': 20, '429 RATE_LIMITED': 20 });
    expect((await writer.client.call('GET', '/v1/users/me')).status).toBe(200);
  }, 20_000);

  it('A-47 count an address by its connection, whatever X-Forwarded-For says', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '40' });
    await windowWithTime();

    const answers = await parallel(100, (index) =>
      getFrom('127.0.0.7', `${e2e.gatewayUrls[index % 2]}/v1/auth/methods`, {
        'x-forwarded-for': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
      }),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  }, 20_000);

  it('A-47 believe a proxy of the configuration, and only what it added', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '10', TRUSTED_PROXIES: '127.0.0.1' });
    await windowWithTime();
    const from = (forwarded: string) =>
      parallel(15, (index) =>
        e2e.anonymous.callAt(index, 'GET', '/v1/auth/methods', { headers: { 'x-forwarded-for': forwarded } }),
      );

    expect(tally(await from('198.51.100.1'))).toEqual({ '200': 10, '429 RATE_LIMITED': 5 });
    expect(tally(await from('198.51.100.2'))).toEqual({ '200': 10, '429 RATE_LIMITED': 5 });
    // What the client wrote itself stands left of what the proxy saw.
    expect(tally(await from('198.51.100.3, 198.51.100.2'))).toEqual({ '429 RATE_LIMITED': 15 });
    // The addresses of one customer's IPv6 network count as one.
    expect(tally(await from('2001:db8::1'))).toEqual({ '200': 10, '429 RATE_LIMITED': 5 });
    expect(tally(await from('2001:db8:0:0:ffff::2'))).toEqual({ '429 RATE_LIMITED': 15 });
  }, 20_000);

  it('let an operator account be tried 10 times a minute from anywhere', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '1000000', LIMIT_ADMIN_SIGN_IN: '10', TRUSTED_PROXIES: '127.0.0.1' });
    await windowWithTime();
    const attempt = (email: string, address: string, gateway: number) =>
      e2e.anonymous.callAt(gateway, 'POST', '/v1/admin/auth/login', {
        body: { email, password: 'wrong password' },
        headers: { 'x-forwarded-for': address },
      });

    const oneAccount = await parallel(15, (index) =>
      attempt(index % 2 ? 'victim@questp.test' : 'VICTIM@questp.test', `198.51.100.${index + 10}`, index),
    );
    expect(tally(oneAccount)).toEqual({ '401 CREDENTIALS_INVALID': 10, '429 RATE_LIMITED': 5 });
    const oneAddress = await parallel(15, (index) => attempt(`nobody-${index}@questp.test`, '198.51.100.9', index));
    expect(tally(oneAddress)).toEqual({ '401 CREDENTIALS_INVALID': 10, '429 RATE_LIMITED': 5 });
  }, 20_000);

  it('by default let 200 people behind one address sign in', async () => {
    const names = ['PRINCIPAL', 'PRINCIPAL_WRITES', 'ADDRESS', 'ANONYMOUS', 'CHALLENGE', 'VERIFY', 'ADMIN_SIGN_IN'];
    const defaults = Object.fromEntries(names.map((name) => [`LIMIT_${name}`, undefined]));
    await withLimits({ ...defaults, TRUSTED_PROXIES: '127.0.0.1' });
    const headers = { 'x-forwarded-for': '198.51.100.200' };

    const answers = await parallel(200, async (index) => {
      const wallet = newWallet();
      const challenge = await e2e.anonymous.callAt<WalletChallenge>(index, 'GET', challengePath(wallet), { headers });
      return e2e.anonymous.callAt(index, 'POST', VERIFY, { body: wallet.prove(challenge.json), headers });
    });

    expect(tally(answers)).toEqual({ '200': 200 });
  }, 30_000);
});
