import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import type { Emulators } from '../start-emulators.js';

const READ = 'https://www.googleapis.com/auth/youtube.readonly';
const CHANNELS = 'www.googleapis.com/youtube/v3/channels';
const OFFLINE = { scope: READ, access_type: 'offline', prompt: 'consent', login_hint: 'verified' };

describe('the emulated video site', () => {
  let emulators: Emulators;
  let app: Application;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.clearFaults();
    app = new Application(emulators, 'videosite', {
      authorize: 'accounts.google.com/o/oauth2/v2/auth',
      token: 'oauth2.googleapis.com/token',
    });
  });

  const posted = () => ({ client_id: app.id, client_secret: app.secret });
  const signIn = async (parameters: Record<string, string> = {}): Promise<Tokens> => {
    const code = await app.code({ ...OFFLINE, ...parameters });
    return (await (await app.exchange(code, posted())).json()) as Tokens;
  };
  const channels = (token: string, query = 'part=id,snippet&mine=true') =>
    app.fetch(`${CHANNELS}?${query}`, { headers: bearer(token) });

  it('issues a refresh token for offline access, which can be used repeatedly', async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_599, scope: READ });
    for (const _ of ['once', 'twice']) {
      const again = await app.refresh(tokens.refresh_token ?? '', { authorization: app.basic });
      expect(await again.json()).not.toHaveProperty('refresh_token');
      expect(again.status).toBe(200);
    }
    expect(await signIn({ access_type: 'online' })).not.toHaveProperty('refresh_token');
  });

  it('issues a refresh token only with a consent, which the first sign-in asks for', async () => {
    const without = { prompt: '', login_hint: 'earner-2' };
    const first = await signIn(without);
    expect(await signIn(without)).not.toHaveProperty('refresh_token');
    expect(await signIn({ login_hint: 'earner-2' })).toHaveProperty('refresh_token');
    expect(first).toHaveProperty('refresh_token');
  });

  it('returns the channel of the caller, and no items for an account without one', async () => {
    const answer = await channels((await signIn()).access_token);
    await expect(answer.json()).resolves.toMatchObject({
      kind: 'youtube#channelListResponse',
      pageInfo: { totalResults: 1 },
      items: [{ id: expect.stringMatching(/^UC.{22}$/) as string, snippet: { title: 'Verified Address' } }],
    });
    const none: unknown = await (await channels((await signIn({ login_hint: 'no-channel' })).access_token)).json();
    expect(none).toMatchObject({ pageInfo: { totalResults: 0 } });
    expect(none).not.toHaveProperty('items');
  });

  it('refuses invalid requests with the errors of the platform', async () => {
    const { access_token } = await signIn();
    const statusOf = async (query: string) => (await channels(access_token, query)).status;
    expect(await statusOf('mine=true')).toBe(400);
    expect(await statusOf('part=secrets&mine=true')).toBe(400);
    expect(await statusOf('part=id')).toBe(400);
    const bad = await channels('another');
    await expect(bad.json()).resolves.toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ reason: 'authError' }] },
    });
    expect(bad.headers.get('www-authenticate')).toContain('invalid_token');
    const { access_token: narrow } = await signIn({ scope: 'openid' });
    await expect((await channels(narrow)).json()).resolves.toMatchObject({
      error: { code: 403, errors: [{ reason: 'insufficientPermissions' }] },
    });
    const { access_token: wide } = await signIn({ scope: 'https://www.googleapis.com/auth/youtube.force-ssl' });
    expect((await channels(wide)).status).toBe(200);
  });

  it.each<[string, Record<string, string | undefined>, number, string]>([
    ['another code', { code: 'another' }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/other' }, 400, 'redirect_uri_mismatch'],
    ['another secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another client', { client_id: 'another' }, 401, 'invalid_client'],
  ])('refuses a code with %s', async (_, form, status, error) => {
    const answer = await app.exchange(await app.code(OFFLINE), { ...posted(), ...form });
    expect([answer.status, await answer.json()]).toMatchObject([status, { error }]);
  });

  it('shows a page for a scope it has not, and for an unknown client', async () => {
    expect((await app.authorize({ ...OFFLINE, scope: `${READ} everything` })).status).toBe(400);
    expect((await app.authorize({ ...OFFLINE, client_id: 'another' })).status).toBe(401);
  });

  it('revokes the access token with its refresh token', async () => {
    const { access_token, refresh_token = '' } = await signIn();
    const revoke = (token: string) => app.post('oauth2.googleapis.com/revoke', { token });
    expect((await revoke(refresh_token)).status).toBe(200);
    expect((await channels(access_token)).status).toBe(401);
    const again = await revoke(refresh_token);
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_token' }]);
    const refused = await app.refresh(refresh_token, { authorization: app.basic });
    await expect(refused.json()).resolves.toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
  });
});
