import { ERROR_TABLE, type ErrorCode } from '@questp/messages/language';
import { Browser, newVerifier, signInByOAuth } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';

const SIGNING_IN = ['oauth_idp', 'microblog', 'codehost', 'chatcomm'] as const;
const start = (provider: (typeof SIGNING_IN)[number], app: 'earner' | 'studio' = 'earner') => {
  const { challenge } = newVerifier();
  return e2e.anonymous.POST('/v1/auth/oauth/{provider}/start', {
    params: { path: { provider } },
    body: { app, challenge },
  });
};
/** The error in a redirect. */
const refusalIn = (location: string | null) => {
  const { origin, pathname, searchParams } = new URL(location ?? '');
  expect(searchParams.get('error_description')).toBe(ERROR_TABLE[searchParams.get('error') as ErrorCode].title);
  return `${origin}${pathname} ${searchParams.get('error')}`;
};

describe('Sign-in by OAuth', () => {
  it.each(SIGNING_IN)('by %s makes an account once, and no address has a token', async (provider) => {
    const first = await signInByOAuth(e2e.anonymous, provider, 'earner-21');
    expect(first.isNewUser).toBe(true);
    expect((await unwrap(e2e.as(first.token).GET('/v1/users/me'))).id).toBe(first.user.id);

    const browser = new Browser(e2e.gateways);
    const { url } = await unwrap(start(provider));
    const back = await browser.through(url, { login_hint: 'earner-21' });
    expect([...browser.visited, back.href].join(' ')).not.toMatch(/svcu_|token/);
    const again = await signInByOAuth(e2e.anonymous, provider, 'earner-21');
    expect(again).toMatchObject({ isNewUser: false, user: { id: first.user.id } });
  });

  it('each app offers the providers that the specification names', async () => {
    const { methods } = await unwrap(e2e.anonymous.GET('/v1/auth/methods'));
    expect(methods.map(({ id, apps }) => `${id}: ${apps.join(', ')}`)).toEqual([
      ...['wallet: earner', 'email: earner', 'password: studio', 'oauth_idp: earner, studio', 'microblog: earner'],
      ...['codehost: earner, studio', 'chatcomm: earner', 'videosite: ', 'launchsite: '],
    ]);
    const linked = methods.filter(({ uses }) => !uses.includes('sign_in')).map(({ id, uses }) => [id, uses]);
    expect(linked).toEqual([
      ['videosite', ['link']],
      ['launchsite', ['link']],
    ]);
    expectProblem(await start('microblog', 'studio'), 'OAUTH_NOT_AVAILABLE');
  });

  it('binds the sign-in to the browser by an HttpOnly, SameSite cookie', async () => {
    const { url } = await unwrap(start('codehost'));
    const answer = await new Browser(e2e.gateways).open(url);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('set-cookie')).toMatch(/^oauth=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('A-57 refuses a callback from another browser, without state or with a used one, and redirects to the app', async () => {
    const browser = new Browser(e2e.gateways);
    const callback = await browser.toCallback((await unwrap(start('codehost'))).url, { login_hint: 'earner-22' });
    const bare = callback.split('?', 1)[0] as string;
    const anywhere = new Browser(e2e.gateways);
    const state = 'http://localhost:5173/auth/callback OAUTH_STATE_INVALID';
    expect(refusalIn(await anywhere.follow(callback))).toBe(state);
    expect(refusalIn(await browser.follow(`${bare}?code=x`))).toBe(state);
    expect(new URL(await browser.follow(callback)).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(refusalIn(await browser.follow(callback))).toBe(state);
    for (const query of [
      '?state=a&state=b',
      '?%00=%00',
      '?unknown=1',
      '?error=%3Cscript%3E',
      `?state=${'a'.repeat(5_000)}`,
    ]) {
      expect(refusalIn(await browser.follow(bare + query))).toMatch(/ (OAUTH_STATE_INVALID|VALIDATION_FAILED)$/);
    }
    for (const path of [bare.replace('codehost', 'nobody'), bare.replace('callback/codehost', 'begin/nothing')]) {
      expect(refusalIn(await browser.follow(`${path}?code=x`))).toMatch(/ NOT_FOUND$/);
    }
  });
});
