import { FRONT_ENDS } from '@questp/manifest';
import { e2e, person } from './stage.fixture.js';

describe('Headers', () => {
  it.each([
    ['/v1/auth/methods', 'private, no-cache'],
    ['/v1/task-types', 'public, max-age=60'],
    ['/v1/users/me', 'no-store'],
    ['/v1/nothing', 'no-store'],
  ])('of %s keep browsers from harm', async (path, cached) => {
    const { headers } = (await e2e.anonymous.call('GET', path)).response;

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': cached,
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

  it.each(Object.values(FRONT_ENDS))('let the $name’s origin call from a browser', async ({ address }) => {
    const { status, headers } = (await preflight(address)).response;

    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(address);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const { response } = await person.client.GET('/v1/users/me', { headers: { origin: address } });
    expect(response.headers.get('access-control-allow-origin')).toBe(address);
    expect(response.headers.get('vary')?.toLowerCase()).toContain('origin');
  });

  it.each(['https://evil.example', 'http://localhost:5173.evil.example', 'http://localhost:51730', 'null'])(
    'let no page of %s call',
    async (origin) => {
      expect((await preflight(origin)).response.headers.get('access-control-allow-origin')).toBeNull();
      const { response } = await e2e.anonymous.GET('/v1/auth/methods', { headers: { origin } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});
