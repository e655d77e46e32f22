import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import type { Emulators } from '../start-emulators.js';

const ME = 'discord.com/api/v10/users/@me';

describe('the emulated chat server', () => {
  let emulators: Emulators;
  let app: Application;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.clearFaults();
    app = new Application(emulators, 'chatcomm', {
      authorize: 'discord.com/oauth2/authorize',
      token: 'discord.com/api/oauth2/token',
    });
  });

  const basic = () => ({ authorization: app.basic });
  const signIn = async (parameters: Record<string, string> = {}): Promise<Tokens> => {
    const code = await app.code({ scope: 'identify email', login_hint: 'verified', ...parameters });
    return (await (await app.exchange(code, {}, basic())).json()) as Tokens;
  };
  const me = (token: string) => app.fetch(ME, { headers: bearer(token) });

  it('gives tokens of a week, by Basic or by the form', async () => {
    await expect(signIn()).resolves.toMatchObject({
      token_type: 'Bearer',
      expires_in: 604_800,
      scope: 'identify email',
      refresh_token: expect.any(String) as string,
    });
    const code = await app.code({ scope: 'identify', login_hint: 'verified' });
    const posted = await app.exchange(code, { client_id: app.id, client_secret: app.secret });
    expect(posted.status).toBe(200);
  });

  it('returns the id of the user, and the address only with its scope', async () => {
    const answer = await me((await signIn({ login_hint: 'unverified' })).access_token);
    await expect(answer.json()).resolves.toMatchObject({
      id: '1100000000000000002',
      username: 'unverified',
      email: 'unverified@people.test',
      verified: false,
    });
    expect(answer.headers.get('x-ratelimit-bucket')).not.toBeNull();
    const { access_token } = await signIn({ scope: 'identify' });
    expect(await (await me(access_token)).json()).not.toHaveProperty('email');
  });

  it('returns servers only with their scope, and the granted scopes of the authorization', async () => {
    const { access_token } = await signIn({ scope: 'identify guilds' });
    const get = async (path: string, token: string): Promise<unknown> =>
      await (await app.fetch(`discord.com/api/v10/${path}`, { headers: bearer(token) })).json();
    await expect(get('users/@me/guilds', access_token)).resolves.toHaveLength(2);
    await expect(get('oauth2/@me', access_token)).resolves.toMatchObject({
      application: { id: app.id },
      scopes: ['identify', 'guilds'],
      user: { username: 'verified' },
    });
    const narrow = await signIn({ scope: 'identify' });
    await expect(get('users/@me/guilds', narrow.access_token)).resolves.toMatchObject({ code: 50_026 });
  });

  it('adds its bot to the server of the request, and names the server with code and tokens', async () => {
    const install = { scope: 'identify bot', permissions: '66560', guild_id: '1300000000000000002' };
    const redirected = await app.redirected({ ...install, login_hint: 'verified' });
    expect(Object.fromEntries(redirected)).toMatchObject({ guild_id: install.guild_id, permissions: '66560' });
    const answer = await app.exchange(redirected.get('code') ?? '', {}, basic());
    await expect(answer.json()).resolves.toMatchObject({ guild: { id: install.guild_id, name: 'Second server' } });
  });

  it('offers a choice of servers on the page unless the request names one', async () => {
    const page = async (parameters: Record<string, string>) =>
      await (await app.authorize({ scope: 'bot', ...parameters })).text();
    expect(await page({})).toContain('<select name="guild_id">');
    expect(await page({ guild_id: '1300000000000000001' })).not.toContain('<select');
  });

  it('answers its bot about application and servers', async () => {
    const asBot = async (path: string, token = emulators.environment['CHATCOMM_BOT_TOKEN']) =>
      (await app.fetch(`discord.com/api/v10/${path}`, { headers: { authorization: `Bot ${token}` } })).status;
    expect(await asBot('applications/@me')).toBe(200);
    expect(await asBot('guilds/1300000000000000001')).toBe(200);
    expect(await asBot('guilds/1')).toBe(404);
    expect(await asBot('applications/@me', 'another')).toBe(401);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['another code', { code: 'another' }, 'invalid_grant'],
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/other' }, 'invalid_grant'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('refuses a code with %s', async (_, form, error) => {
    const answer = await app.exchange(await app.code({ scope: 'identify', login_hint: 'verified' }), form, basic());
    expect(answer.status).toBe(400);
    await expect(answer.json()).resolves.toMatchObject({ error });
  });

  it('takes no JSON for tokens, and no unknown client', async () => {
    const json = await app.fetch('discord.com/api/v10/oauth2/token', {
      method: 'POST',
      headers: { ...basic(), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect(json.status).toBe(400);
    const unknown = await app.refresh('x');
    expect([unknown.status, await unknown.json()]).toEqual([401, { error: 'invalid_client' }]);
  });

  it('ends every token of an authorization by revoking one', async () => {
    const tokens = await signIn();
    const revoked = await app.post('discord.com/api/oauth2/token/revoke', { token: tokens.access_token }, basic());
    await expect(revoked.json()).resolves.toEqual({});
    const answer = await me(tokens.access_token);
    expect([answer.status, await answer.json()]).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
    expect((await app.refresh(tokens.refresh_token ?? '', basic())).status).toBe(400);
  });

  it('rotates refresh tokens', async () => {
    const { refresh_token = '' } = await signIn();
    expect((await app.refresh(refresh_token, basic())).status).toBe(200);
    expect((await app.refresh(refresh_token, basic())).status).toBe(400);
  });
});
