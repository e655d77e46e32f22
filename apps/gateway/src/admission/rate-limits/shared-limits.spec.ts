import {
  createSignInChallenge,
  getUser,
  resolveToken,
  signInAdmin,
  signInWithPassword,
  signInWithWallet,
  updateProfile,
  type User,
} from '@questp/messages/identity';
import { listTaskTypes } from '@questp/messages/quests';
import { steadyNow } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { BrokerClock } from './broker-clock.js';
import { bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../../testing/gateway.fixture.js';

/** Waits if the window ends soon, so that no test spans two windows. */
const roomInWindow = async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
};

describe('limits shared by two gateways', () => {
  let nats: TestNats;
  let gateways: TestGateway[];
  let services: StandIn;

  const statuses = (n: number, path: string, init: (i: number) => RequestInit = () => ({})) =>
    Promise.all(
      Array.from({ length: n }, async (_, i) => {
        const response = await fetch(`${gateways[i % 2]?.url}${path}`, init(i));
        await response.text();
        return response.status;
      }),
    );
  const count = (all: number[], status: number) => all.filter((one) => one === status).length;
  const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

  beforeAll(async () => {
    nats = await startNats({ own: true });
    services = await StandIn.connect(nats.url);
    const limits = {
      LIMIT_PRINCIPAL: 100,
      LIMIT_PRINCIPAL_WRITES: 30,
      LIMIT_ADMIN_SIGN_IN: 10,
      LIMIT_CHALLENGE: 30,
      LIMIT_VERIFY: 1500,
      LIMIT_ANONYMOUS: 3000,
    };
    gateways = [await startGateway(nats.urlOf('gateway'), limits), await startGateway(nats.urlOf('gateway'), limits)];
    await services.answer(getUser, ({ userId: id }) => ({ id }) as User);
    await services.answer(updateProfile, ({ userId: id }) => ({ id }) as User);
    await services.answer(listTaskTypes, () => ({ items: [], nextCursor: null }));
    await services.answer(createSignInChallenge, () => ({ nonce: 'n', message: 'm', expiresAt: '' }));
    await services.answer(signInAdmin, () => ({ token: 'x' }));
    await services.answer(signInWithWallet, () => ({ token: 'x' }));
  });

  beforeEach(roomInWindow, 15_000);

  afterAll(async () => {
    await Promise.all((gateways ?? []).map((gateway) => gateway.close()));
    await services?.close();
    await nats?.stop();
  });

  it('admit a principal exactly to the limit when 20 more requests run in parallel', async () => {
    const token = services.token({ family: 'user', userId: userId(1), sessionId: uuid(1), status: 'active' });
    const all = await statuses(120, '/v1/users/me', () => ({ headers: bearer(token) }));
    expect([count(all, 200), count(all, 429)]).toEqual([100, 20]);
  });

  it('admit a new principal exactly to both of its limits when it reads and writes at once', async () => {
    const token = services.token({ family: 'user', userId: userId(4), sessionId: uuid(5), status: 'active' });
    const write = post({ bio: 'x' }, bearer(token));
    const [writes, reads] = await Promise.all([
      statuses(40, '/v1/users/me', () => ({ ...write, method: 'PATCH' })),
      statuses(40, '/v1/users/me', () => ({ headers: bearer(token) })),
    ]);
    expect([count(writes, 200), count(writes, 429)]).toEqual([30, 10]);
    expect(count(reads, 200)).toBe(40);
    // A refused write counts as a request too.
    const more = await statuses(40, '/v1/users/me', () => ({ headers: bearer(token) }));
    expect([count(more, 200), count(more, 429)]).toEqual([20, 20]);
  });

  it('count all sessions of a principal as one', async () => {
    const sessions = [2, 3].map((n) =>
      services.token({ family: 'user', userId: userId(2), sessionId: uuid(n), status: 'active' }),
    );
    const all = await statuses(120, '/v1/users/me', (i) => ({ headers: bearer(sessions[i % 2] as string) }));
    expect(count(all, 200)).toBe(100);
  });

  it('count all API keys of a project as one, and those of another project by themselves', async () => {
    const key = (n: number, project: number) =>
      services.token({ family: 'api_key', apiKeyId: uuid(n), projectId: uuid(project), scopes: ['leaderboard:read'] });
    const keys = Array.from({ length: 10 }, (_, n) => key(100 + n, 50));
    const path = `/v1/projects/${uuid(50)}/leaderboard`;
    const all = await statuses(120, path, (i) => ({ headers: bearer(keys[i % 10] as string) }));
    expect(count(all, 429)).toBe(20);
    const other = { headers: bearer(key(200, 51)) };
    expect(count(await statuses(1, `/v1/projects/${uuid(51)}/leaderboard`, () => other), 429)).toBe(0);
  });

  it('answer 429 with Retry-After and the standing', async () => {
    const token = services.token({ family: 'user', userId: userId(3), sessionId: uuid(4), status: 'active' });
    await statuses(101, '/v1/users/me', () => ({ headers: bearer(token) }));
    const response = await fetch(`${gateways[0]?.url}/v1/users/me`, { headers: bearer(token) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  });

  it('A-47 hold for an address whatever it claims to forward for', async () => {
    const all = await statuses(25, '/v1/admin/auth/login', (i) =>
      post({ email: `a${i}@example.org`, password: 'x' }, { 'x-forwarded-for': `203.0.113.${i}` }),
    );
    expect([count(all, 200), count(all, 429)]).toEqual([10, 15]);
  });

  it('A-33 count the sign-in challenges of an address', async () => {
    const all = await statuses(40, '/v1/auth/wallet/challenge?address=a&chainId=c');
    expect([count(all, 200), count(all, 429)]).toEqual([30, 10]);
  });

  it('let 200 people behind one address sign in and play', async () => {
    const signIn = { address: 'a', chainId: 'c', pubkey: 'p', signature: 's', nonce: 'n' };
    expect(count(await statuses(200, '/v1/auth/wallet/verify', () => post(signIn)), 200)).toBe(200);
    expect(count(await statuses(600, '/v1/task-types'), 200)).toBe(600);
  });

  it('ask identity once for a token in use', async () => {
    const before = services.requests.filter(({ subject }) => subject === resolveToken.subject).length;
    const token = services.token({ family: 'user', userId: userId(9), sessionId: uuid(9), status: 'active' });
    for (let i = 0; i < 10; i += 1) await statuses(1, '/v1/users/me', () => ({ headers: bearer(token) }));
    expect(services.requests.filter(({ subject }) => subject === resolveToken.subject)).toHaveLength(before + 1);
  });

  it('go on after the broker lost its memory', async () => {
    await nats.restart();
    const body = post({ address: 'a', chainId: 'c', pubkey: 'p', signature: 's', nonce: 'n' });
    const deadline = Date.now() + 10_000;
    let all: number[] = [];
    while (count(all, 200) === 0 && Date.now() < deadline) {
      all = await statuses(1, '/v1/auth/wallet/verify', () => body);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(count(all, 200)).toBe(1);
  });
});

describe('limits shared by gateways whose clocks differ', () => {
  it('hold as those of one gateway', async () => {
    const nats = await startNats();
    const services = await StandIn.connect(nats.url);
    await services.answer(signInWithPassword, () => ({ token: 'x' }));
    const token = services.token({ family: 'user', userId: userId(8), sessionId: uuid(8), status: 'active' });
    const gateways = await Promise.all(
      [0, 90_000, -90_000].map((ahead) =>
        startGateway(nats.urlOf('gateway'), {}, undefined, new BrokerClock(() => steadyNow() + ahead)),
      ),
    );
    const isReady = async ({ url }: TestGateway) =>
      (await fetch(`${url}/v1/realtime/submissions`, { method: 'HEAD', headers: bearer(token) })).ok;
    for (const gateway of gateways) await waitFor(() => isReady(gateway));
    await roomInWindow();
    const body = JSON.stringify({ email: 'a@example.org', password: 'x' });
    const signIn = async ({ url }: TestGateway) =>
      fetch(`${url}/v1/auth/password/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => signIn(gateways[n % 3] as TestGateway)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await services.close();
    await nats.stop();
  });
});

describe('limits behind a trusted proxy', () => {
  it('A-47 count the address the proxy names, not the one the client claims', async () => {
    const nats = await startNats();
    const services = await StandIn.connect(nats.url);
    const gateway = await startGateway(nats.urlOf('gateway'), {
      TRUSTED_PROXIES: ['127.0.0.1/32'],
      LIMIT_ADMIN_SIGN_IN: 2,
    });
    await services.answer(signInAdmin, ({ client }) => ({ token: client.ip }));
    const signIn = async (forwardedFor: string, n: number) => {
      const response = await fetch(`${gateway.url}/v1/admin/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        body: JSON.stringify({ email: `c${n}@example.org`, password: 'x' }),
      });
      return [response.status, ((await response.json()) as { token?: string }).token];
    };
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await signIn(`10.0.0.${n}, 203.0.113.${n < 3 ? 7 : 8}`, n));
    expect(answers).toEqual([
      [200, '203.0.113.7'],
      [200, '203.0.113.7'],
      [429, undefined],
      [200, '203.0.113.8'],
    ]);
    await gateway.close();
    await services.close();
    await nats.stop();
  });
});

describe('limits of who sends tokens that are none', () => {
  it('do not count for other callers at the address', async () => {
    const nats = await startNats({ own: true });
    const services = await StandIn.connect(nats.url);
    const gateway = await startGateway(nats.url, { LIMIT_ANONYMOUS: 40 });
    await services.answer(getUser, ({ userId: id }) => ({ id }) as User);
    const ask = async (authorization: string) =>
      (await fetch(`${gateway.url}/v1/users/me`, { headers: { authorization } })).status;
    const outcomes: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      outcomes.push(await ask(n % 2 === 0 ? 'Bearer x' : `Bearer svcu_${String(n).padStart(43, '0')}`));
    }
    expect(outcomes).toEqual([...Array<number>(40).fill(401), ...Array<number>(10).fill(429)]);
    const token = services.token({ family: 'user', userId: userId(7), sessionId: uuid(7), status: 'active' });
    expect(await ask(`Bearer ${token}`)).toBe(200);
    await gateway.close();
    await services.close();
    await nats.stop();
  });
});
