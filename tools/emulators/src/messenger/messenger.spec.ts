import type { Emulators } from '../start-emulators.js';
import { startWithCallback } from '../testing/client.fixture.js';
import { BOTS } from './bots.js';

describe('the emulated messenger', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => emulators.clearFaults());

  const ask = async (token: string, method = 'getMe', init: RequestInit = {}) => {
    const answer = await fetch(`${emulators.url}/api.telegram.org/bot${token}/${method}`, init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object };
  };

  it('returns the profile of each bot by its token, the bot of the platform included', async () => {
    for (const [token, username] of [
      [emulators.environment['MESSENGER_BOT_TOKEN'] ?? '', 'emulated_platform_bot'],
      [BOTS[1]?.token ?? '', 'emulated_first_bot'],
    ] as const) {
      const { status, body } = await ask(token);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ok: true,
        result: { id: Number(token.split(':')[0]), is_bot: true, username },
      });
    }
    expect((await ask(BOTS[0].token, 'getMe', { method: 'POST' })).status).toBe(200);
  });

  it('refuses an unknown token and an unknown method', async () => {
    expect(await ask('7100000001:another')).toMatchObject({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    });
    expect(await ask('another')).toMatchObject({ status: 404, body: { ok: false, description: 'Not Found' } });
    expect((await ask(BOTS[0].token, 'getUpdates')).status).toBe(404);
  });

  it('returns the time to wait at the rate limit, and refuses a revoked token', async () => {
    emulators.arm('messenger', { kind: 'rate_limited' });
    const { status, headers, body } = await ask(BOTS[0].token);
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    expect(body).toMatchObject({ error_code: 429, parameters: { retry_after: 5 } });
    emulators.arm('messenger', { kind: 'revoked_token' });
    expect((await ask(BOTS[0].token)).status).toBe(401);
    emulators.arm('messenger', { kind: 'outage', route: 'getMe' });
    expect((await ask(BOTS[0].token)).status).toBe(502);
    expect((await ask(BOTS[0].token)).status).toBe(200);
  });

  it('has no sign-in', () => {
    expect(() => emulators.arm('messenger', { kind: 'outage', route: 'authorize' })).toThrow('but getMe');
  });

  it('lists its bots with their tokens at the root', async () => {
    const page = await (await fetch(emulators.url)).text();
    for (const { token } of BOTS) expect(page).toContain(token);
    expect(page).not.toContain('<script');
  });
});
