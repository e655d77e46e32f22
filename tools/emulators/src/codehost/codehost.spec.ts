import { Application, bearer, CALLBACK, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import type { Emulators } from '../start-emulators.js';

const USER = 'api.github.com/user';
const JSON_ONLY = { accept: 'application/json' };

describe('the emulated code host', () => {
  let emulators: Emulators;
  let app: Application;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.clearFaults();
    app = new Application(emulators, 'codehost', {
      authorize: 'github.com/login/oauth/authorize',
      token: 'github.com/login/oauth/access_token',
    });
  });

  const posted = () => ({ grant_type: undefined, client_id: app.id, client_secret: app.secret });
  const codeOf = (person = 'verified', scope = 'read:user user:email') => app.code({ scope, login_hint: person });
  const signIn = async (...whom: Parameters<typeof codeOf>): Promise<Tokens> =>
    (await (await app.exchange(await codeOf(...whom), posted(), JSON_ONLY)).json()) as Tokens;
  const get = (path: string, token: string) => app.fetch(path, { headers: bearer(token) });

  it('gives a token that does not expire, as a form unless JSON is asked for', async () => {
    const form = new URLSearchParams(await (await app.exchange(await codeOf(), posted())).text());
    expect(form.get('access_token')).toMatch(/^gho_/);
    await expect(signIn()).resolves.toEqual({
      access_token: expect.stringMatching(/^gho_/) as string,
      scope: 'read:user,user:email',
      token_type: 'bearer',
    });
  });

  it('returns the numeric id of the user, and the addresses only with their scope', async () => {
    const { access_token } = await signIn();
    const user = await get(USER, access_token);
    await expect(user.json()).resolves.toMatchObject({ id: 90_000_001, login: 'verified', email: null });
    expect(user.headers.get('x-oauth-scopes')).toBe('read:user, user:email');
    expect(user.headers.get('x-ratelimit-limit')).toBe('5000');
    const emails = await get(`${USER}/emails`, access_token);
    await expect(emails.json()).resolves.toContainEqual({
      email: 'verified@people.test',
      primary: true,
      verified: true,
      visibility: 'private',
    });
    const narrow = await signIn('verified', 'read:user');
    expect((await get(`${USER}/emails`, narrow.access_token)).status).toBe(404);
    const wide = await signIn('verified', 'user');
    expect((await get(`${USER}/emails`, wide.access_token)).status).toBe(200);
  });

  it('has a person with an unverified address, and returns any address as unverified if ordered', async () => {
    const primary = async (token: string) =>
      ((await (await get(`${USER}/emails`, token)).json()) as { primary: boolean; verified: boolean }[]).find(
        (one) => one.primary,
      );
    expect((await primary((await signIn('unverified')).access_token))?.verified).toBe(false);
    expect(await primary((await signIn('no-email')).access_token)).toBeUndefined();
    const { access_token } = await signIn();
    emulators.arm('codehost', { kind: 'unverified_email' });
    expect((await primary(access_token))?.verified).toBe(false);
    expect((await primary(access_token))?.verified).toBe(true);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['another secret', { client_secret: 'wrong' }, 'incorrect_client_credentials'],
    ['another code', { code: 'another' }, 'bad_verification_code'],
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'bad_verification_code'],
    ['no verifier', { code_verifier: undefined }, 'bad_verification_code'],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/other` }, 'redirect_uri_mismatch'],
  ])('refuses a code with %s, with status 200', async (_, form, error) => {
    const answer = await app.exchange(await codeOf(), { ...posted(), ...form }, JSON_ONLY);
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toMatchObject({ error });
  });

  it('takes a code once, and the secret in the form alone', async () => {
    const code = await codeOf();
    const byBasic = await app.exchange(code, {}, { ...JSON_ONLY, authorization: app.basic });
    expect(byBasic.status).toBe(404);
    await app.exchange(code, posted(), JSON_ONLY);
    const again = await app.exchange(code, posted(), JSON_ONLY);
    await expect(again.json()).resolves.toMatchObject({ error: 'bad_verification_code' });
  });

  it('sends people to the registered address when it is asked for another, and to paths below it', async () => {
    const elsewhere = await app.authorize({ redirect_uri: 'https://evil.test/callback', login_hint: 'verified' });
    const location = new URL(elsewhere.headers.get('location') ?? '');
    expect([location.origin + location.pathname, location.searchParams.get('error')]).toEqual([
      CALLBACK,
      'redirect_uri_mismatch',
    ]);
    const beside = await app.redirected({ redirect_uri: `${CALLBACK}beside`, login_hint: 'verified' });
    expect(beside.get('error')).toBe('redirect_uri_mismatch');
    const below = await app.redirected({ redirect_uri: `${CALLBACK}/below`, login_hint: 'verified' });
    expect(below.has('code')).toBe(true);
    expect((await app.authorize({ client_id: 'another' })).status).toBe(404);
  });

  it('lets the application check and revoke a token, and all of a person', async () => {
    const [first, second] = [await signIn('earner-1'), await signIn('earner-1')];
    const about = (method: string, what: string, token: unknown) =>
      app.fetch(`api.github.com/applications/${app.id}/${what}`, {
        method,
        headers: { authorization: app.basic, 'user-agent': 'questp', 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: token }),
      });
    expect((await about('POST', 'token', first.access_token)).status).toBe(200);
    expect((await about('DELETE', 'token', first.access_token)).status).toBe(204);
    expect((await get(USER, first.access_token)).status).toBe(401);
    expect((await get(USER, second.access_token)).status).toBe(200);
    expect((await about('DELETE', 'grant', second.access_token)).status).toBe(204);
    expect((await get(USER, second.access_token)).status).toBe(401);
    expect((await about('DELETE', 'grant', second.access_token)).status).toBe(404);
    expect((await about('DELETE', 'token', 7)).status).toBe(422);
  });

  it('refuses invalid requests with the errors of the platform', async () => {
    const none = await app.fetch(USER, { headers: { 'user-agent': 'questp' } });
    await expect(none.json()).resolves.toMatchObject({ message: 'Requires authentication', status: '401' });
    await expect((await get(USER, 'another')).json()).resolves.toMatchObject({ message: 'Bad credentials' });
    expect((await app.fetch(USER, { headers: { 'user-agent': '' } })).status).toBe(403);
    const declined = await app.redirected({ decline: 'true' });
    expect(declined.get('error_description')).toBe('The user has denied your application access.');
  });
});
