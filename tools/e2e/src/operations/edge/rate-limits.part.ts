import { setTimeout as sleep } from 'node:timers/promises';
import { account, newSlug, newWallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { getFrom } from '../../support/get-from.js';
import { parallel, tally } from '../../support/parallel.js';
import { e2e } from './stage.fixture.js';

// Last, because they restart the gateways. A changed limit needs keys that were not counted under the old one.
describe('Rate limits', () => {
  const withLimits = (env: NodeJS.ProcessEnv) =>
    Promise.all([0, 1].map((replica) => e2e.service('gateway', replica).restart(env)));

  const WINDOW_MS = 60_000;
  const windowNow = () => Math.floor(Date.now() / WINDOW_MS);
  const nextWindow = () => sleep(WINDOW_MS - (Date.now() % WINDOW_MS) + 50);

  /** Returns the answers to requests within one window of the limit; starts again if the window ended between them. */
  async function inOneWindow<T>(ask: () => Promise<T>): Promise<T> {
    if (Date.now() % WINDOW_MS > WINDOW_MS - 5_000) await nextWindow();
    for (;;) {
      const window = windowNow();
      const answers = await ask();
      if (windowNow() === window) return answers;
      await nextWindow();
    }
  }

  it('count a principal over both gateways, and the others on their own', async () => {
    await withLimits({ LIMIT_PRINCIPAL: '60', LIMIT_PRINCIPAL_WRITES: '20' });
    const [one, other] = [await e2e.signIn(), await e2e.signIn()];

    const answers = await inOneWindow(() => parallel(150, () => one.client.GET('/v1/users/me')));

    expect(tally(answers)).toEqual({ '200': 60, '429 RATE_LIMITED': 90 });
    const retryAfter = Number(
      answers.find(({ response }) => response.status === 429)?.response.headers.get('retry-after'),
    );
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    const { headers, status } = (await other.client.GET('/v1/users/me')).response;
    expect(status).toBe(200);
    expect(headers.get('ratelimit-limit')).toBe('60');
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(60);
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  });

  it('count writes on their own, so that a busy writer still reads', async () => {
    const writer = await e2e.signIn();

    const [writes, reads] = await inOneWindow(() =>
      Promise.all([
        parallel(40, () => writer.client.PATCH('/v1/users/me', { body: { bio: 'x' } })),
        parallel(10, () => writer.client.GET('/v1/users/me')),
      ]),
    );

    expect(tally(writes)).toEqual({ '200': 20, '429 RATE_LIMITED': 20 });
    expect(tally(reads)).toEqual({ '200': 10 });
    expect((await writer.client.GET('/v1/users/me')).response.status).toBe(200);
  });

  it('A-47 count an address by its connection, whatever X-Forwarded-For says', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '40' });

    const answers = await inOneWindow(() =>
      parallel(100, (index) =>
        getFrom('127.0.0.7', `${e2e.gatewayUrls[index % 2]}/v1/auth/methods`, {
          'x-forwarded-for': `203.0.113.${index}`,
          forwarded: `for=203.0.113.${index}`,
          'x-real-ip': `203.0.113.${index}`,
        }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });

  it('A-47 believe a proxy of the configuration, and only what it added', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '10', TRUSTED_PROXIES: '127.0.0.1' });
    const from = async (forwarded: string) =>
      tally(
        await parallel(15, () => e2e.anonymous.GET('/v1/auth/methods', { headers: { 'x-forwarded-for': forwarded } })),
      );

    const counts = await inOneWindow(async () => [
      await from('198.51.100.1'),
      await from('198.51.100.2'),
      // The client's own value is left of the address that the proxy added.
      await from('198.51.100.3, 198.51.100.2'),
      // The addresses of one customer's IPv6 network count as one.
      await from('2001:db8::1'),
      await from('2001:db8:0:0:ffff::2'),
    ]);
    const [fresh, used] = [{ '200': 10, '429 RATE_LIMITED': 5 }, { '429 RATE_LIMITED': 15 }];
    expect(counts).toEqual([fresh, fresh, used, fresh, used]);
  });

  it('let operators be tried 10 times a minute from one address, which keeps nobody out elsewhere', async () => {
    await withLimits({ LIMIT_ANONYMOUS: '1000000', LIMIT_ADMIN_SIGN_IN: '10', TRUSTED_PROXIES: '127.0.0.1' });
    const attempt = (email: string, address: string) =>
      e2e.anonymous.POST('/v1/admin/auth/login', {
        body: { email, password: 'wrong password' },
        headers: { 'x-forwarded-for': address },
      });

    const counts = await inOneWindow(async () => {
      const victim = newSlug('victim');
      const oneAccount = await parallel(15, (index) =>
        attempt(`${index % 4 < 2 ? victim : victim.toUpperCase()}@questp.test`, `198.51.100.${index + 10}`),
      );
      const oneAddress = await parallel(15, () => attempt(`${newSlug('nobody')}@questp.test`, '198.51.100.9'));
      return [tally(oneAccount), tally(oneAddress)];
    });
    expect(counts).toEqual([
      { '401 CREDENTIALS_INVALID': 15 },
      { '401 CREDENTIALS_INVALID': 10, '429 RATE_LIMITED': 5 },
    ]);
  });

  it('by default let 200 people behind one address sign in', async () => {
    const names = ['PRINCIPAL', 'PRINCIPAL_WRITES', 'ADDRESS', 'ANONYMOUS', 'CHALLENGE', 'VERIFY', 'ADMIN_SIGN_IN'];
    const defaults = Object.fromEntries(names.map((name) => [`LIMIT_${name}`, undefined]));
    await withLimits({ ...defaults, TRUSTED_PROXIES: '127.0.0.1' });
    const headers = { 'x-forwarded-for': '198.51.100.200' };

    // Few at a time, so that a slow machine answers before the deadline.
    for (let wave = 0; wave < 20; wave += 1) {
      const answers = await parallel(10, async () => {
        const wallet = newWallet();
        const challenge = e2e.anonymous.GET('/v1/auth/wallet/challenge', { ...account(wallet), headers });
        return e2e.anonymous.POST('/v1/auth/wallet/verify', { body: wallet.prove(await unwrap(challenge)), headers });
      });
      expect(tally(answers)).toEqual({ '200': 10 });
    }
  });
});
