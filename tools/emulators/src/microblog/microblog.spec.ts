import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import type { Emulators } from '../start-emulators.js';

const SCOPE = 'tweet.read users.read like.read follows.read offline.access';
const ME = 'api.x.com/2/users/me';

describe('the emulated microblog', () => {
  let emulators: Emulators;
  let app: Application;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.clearFaults();
    app = new Application(emulators, 'microblog', {
      authorize: 'x.com/i/oauth2/authorize',
      token: 'api.x.com/2/oauth2/token',
    });
  });

  const basic = () => ({ authorization: app.basic });
  const signIn = async (scope = SCOPE, person = 'verified'): Promise<Tokens> => {
    const answer = await app.exchange(await app.code({ scope, login_hint: person }), {}, basic());
    return (await answer.json()) as Tokens;
  };

  it('gives tokens of two hours for a code, and with offline.access one to refresh with', async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 7_200, scope: SCOPE });
    expect(tokens.refresh_token).toBeDefined();
    expect(await signIn('tweet.read users.read')).not.toHaveProperty('refresh_token');
  });

  it('returns the id of the user and the requested fields, with the rate limit', async () => {
    const { access_token } = await signIn();
    const answer = await app.fetch(`${ME}?user.fields=created_at,confirmed_email`, { headers: bearer(access_token) });
    await expect(answer.json()).resolves.toEqual({
      data: {
        id: '1800000000000000001',
        name: 'Verified Address',
        username: 'verified',
        created_at: '2020-01-01T00:00:00.000Z',
      },
    });
    expect(answer.headers.get('x-rate-limit-limit')).toBe('75');
    expect(Number(answer.headers.get('x-rate-limit-remaining'))).toBeLessThan(75);
    expect(Number(answer.headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1_000);
  });

  it('refuses more than 75 requests of a person in 15 minutes', async () => {
    const { access_token } = await signIn(SCOPE, 'earner-75');
    const ask = () => app.fetch(ME, { headers: bearer(access_token) });
    for (let asked = 0; asked < 75; asked += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('x-rate-limit-remaining')]).toEqual([429, '0']);
  });

  it.each([
    ['another client', { client_id: 'another' }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/elsewhere' }],
    ['no state', { state: undefined }],
    ['no challenge', { code_challenge: undefined }],
    ['another challenge method', { code_challenge_method: 'S512' }],
    ['no scope', { scope: undefined }],
    ['a scope it has not', { scope: 'tweet.read everything' }],
    ['scopes with commas between', { scope: 'tweet.read,users.read' }],
    ['another response type', { response_type: 'token' }],
  ])('shows an error page instead of redirecting for %s', async (_, parameters) => {
    const answer = await app.authorize({ scope: SCOPE, login_hint: 'verified', ...parameters });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'did not match the code challenge'],
    ['no verifier', { code_verifier: undefined }, 'Missing required parameter [code_verifier]'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/other' }, 'redirect uri did not match'],
    ['another code', { code: 'another' }, 'authorization code was invalid'],
    ['no grant type', { grant_type: undefined }, 'grant_type'],
  ])('refuses a code with %s', async (_, form, described) => {
    const answer = await app.exchange(await app.code({ scope: SCOPE, login_hint: 'verified' }), form, basic());
    expect(answer.status).toBe(400);
    await expect(answer.json()).resolves.toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining(described) as string,
    });
  });

  it('refuses a code that was used, and one that has expired', async () => {
    const code = await app.code({ scope: SCOPE, login_hint: 'verified' });
    expect((await app.exchange(code, {}, basic())).status).toBe(200);
    expect((await app.exchange(code, {}, basic())).status).toBe(400);
    emulators.arm('microblog', { kind: 'expired_token', route: 'token' });
    const late = await app.exchange(await app.code({ scope: SCOPE, login_hint: 'verified' }), {}, basic());
    expect(late.status).toBe(400);
  });

  it('accepts the secret of a confidential client only by Basic', async () => {
    const code = await app.code({ scope: SCOPE, login_hint: 'verified' });
    const posted = await app.exchange(code, { client_id: app.id, client_secret: app.secret });
    expect(posted.status).toBe(401);
    await expect(posted.json()).resolves.toEqual({
      error: 'unauthorized_client',
      error_description: 'Missing valid authorization header',
    });
    const wrong = `Basic ${Buffer.from(`${app.id}:wrong`).toString('base64')}`;
    expect((await app.exchange(code, {}, { authorization: wrong })).status).toBe(401);
    expect((await app.exchange(code, {}, basic())).status).toBe(200);
  });

  it('rotates refresh tokens, and ends all by revoking one', async () => {
    const { refresh_token: first = '' } = await signIn();
    const second = (await (await app.refresh(first, basic())).json()) as Tokens;
    expect((await app.refresh(first, basic())).status).toBe(400);
    const revoked = await app.post('api.x.com/2/oauth2/revoke', { token: second.refresh_token }, basic());
    await expect(revoked.json()).resolves.toEqual({ revoked: true });
    expect((await app.fetch(ME, { headers: bearer(second.access_token) })).status).toBe(401);
  });

  it('answers 403 without the scopes, 401 without a token, and 400 for a field it has not', async () => {
    const narrow = await signIn('users.read');
    const full = await signIn();
    const refused = await app.fetch(ME, { headers: bearer(narrow.access_token) });
    await expect(refused.json()).resolves.toMatchObject({ title: 'Forbidden', status: 403 });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect((await app.fetch(ME)).status).toBe(401);
    expect((await app.fetch(ME, { headers: bearer('another') })).status).toBe(401);
    expect((await app.fetch(`${ME}?user.fields=secret`, { headers: bearer(full.access_token) })).status).toBe(400);
  });

  it('redirects to the client with access_denied after a refusal', async () => {
    const redirected = await app.redirected({ scope: SCOPE, decline: 'true' });
    expect(Object.fromEntries(redirected)).toEqual({ error: 'access_denied', state: 'state-1' });
  });
});
