import { beginOAuth, finishOAuth, OAUTH_ROUTES } from '@questp/messages/integrations';
import { AppError, ERROR_TABLE, type ErrorCode, type RequestOf } from '@questp/messages/language';
import { startNats, type TestNats } from '@questp/testing';
import { bearer, StandIn, startGateway, uuid, type TestGateway } from '../testing/gateway.fixture.js';

const BROWSER = 'b'.repeat(43);
const APP_URL = 'https://quests.example.org';
const CALLBACK = '/v1/auth/oauth/callback/codehost';

describe('what sends browsers on', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  const finished: RequestOf<typeof finishOAuth>[] = [];
  const lines: string[] = [];

  const open = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, { redirect: 'manual', ...init });
  const refusalOf = ({ status, headers }: Response) => {
    const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '');
    const code = searchParams.get('error') as ErrorCode;
    expect({ status, at: origin + pathname }).toEqual({ status: 302, at: APP_URL + OAUTH_ROUTES.earner });
    expect(searchParams.get('error_description')).toBe(ERROR_TABLE[code].title);
    return code;
  };

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    const config = { APP_URL, PUBLIC_URL: 'https://api.example.org', LIMIT_VERIFY: 12 };
    gateway = await startGateway(nats.urlOf('gateway'), config, (line) => lines.push(line));
    await services.answer(beginOAuth, () => ({ location: 'https://platform.example.org/authorize', browser: BROWSER }));
    await services.answer(finishOAuth, (request) => {
      finished.push(request);
      if (request.code === 'refused') throw new AppError('OAUTH_STATE_INVALID');
      return { location: `${APP_URL}/auth/callback?code=one`, browser: null };
    });
  });
  afterAll(async () => {
    await gateway.close();
    await services.close();
    await nats.stop();
  });

  it('knows the browser by a cookie of this host alone where it is reached by https', async () => {
    const { status, headers } = await open(`/v1/auth/oauth/begin/${uuid(1)}`);
    expect([status, headers.get('location')]).toEqual([302, 'https://platform.example.org/authorize']);
    expect(headers.get('set-cookie')).toBe(
      `__Host-oauth=${BROWSER}; Secure; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`,
    );
  });

  it('passes on what the standards name, once each, and who the browser is; no line has any of it', async () => {
    const cookie = `other=1; __Host-oauth=${BROWSER}; oauth=${'c'.repeat(43)}`;
    const { headers } = await open(`${CALLBACK}?code=canary-code&state=canary-state&scope=a+b&iss=a&iss=b`, {
      headers: { cookie },
    });
    expect(headers.get('location')).toBe(`${APP_URL}/auth/callback?code=one`);
    expect(headers.get('set-cookie')).toBeNull();
    expect(finished.at(-1)).toEqual({
      provider: 'codehost',
      code: 'canary-code',
      state: 'canary-state',
      browser: BROWSER,
    });
    expect(lines.join('')).not.toContain('canary');
  });

  it('does not know a browser by a cookie that other hosts of the domain can set', async () => {
    await open(`${CALLBACK}?code=x`, { headers: { cookie: `oauth=${BROWSER}` } });
    expect(finished.at(-1)).not.toHaveProperty('browser');
  });

  it('is not consumed by a HEAD request', async () => {
    const before = finished.length;
    const { status, headers } = await open(`${CALLBACK}?code=x`, { method: 'HEAD' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect(finished).toHaveLength(before);
  });

  it('A-57 answers every failure by a redirect: of a service, the request, a token, a limit', async () => {
    expect(refusalOf(await open(`${CALLBACK}?code=refused`))).toBe('OAUTH_STATE_INVALID');
    expect(refusalOf(await open(`${CALLBACK.replace('codehost', 'nobody')}?code=x`))).toBe('NOT_FOUND');
    expect(refusalOf(await open(`${CALLBACK}?code=${'x'.repeat(5_000)}`))).toBe('VALIDATION_FAILED');
    expect(refusalOf(await open(`${CALLBACK}?code=x`, { headers: bearer('svcu_nobody') }))).toBe('UNAUTHENTICATED');
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(`${CALLBACK}?code=refused`)));
    expect(new Set(answers.map(refusalOf))).toContain('RATE_LIMITED');
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(answers.map(() => null));
  });
});
