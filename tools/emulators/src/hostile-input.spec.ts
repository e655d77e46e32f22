import fc from 'fast-check';
import { Application, CALLBACK, startWithCallback } from './testing/client.fixture.js';
import type { Emulators } from './start-emulators.js';

const ENDPOINTS = [
  ['GET', 'idp/authorize'],
  ['GET', 'x.com/i/oauth2/authorize'],
  ['GET', 'github.com/login/oauth/authorize'],
  ['GET', 'discord.com/oauth2/authorize'],
  ['GET', 'accounts.google.com/o/oauth2/v2/auth'],
  ['GET', 'api.x.com/2/users/me'],
  ['GET', 'api.github.com/user/emails'],
  ['GET', 'discord.com/api/v10/guilds/%00'],
  ['GET', 'api.telegram.org/bot%00:/getMe'],
  ['GET', 'www.googleapis.com/youtube/v3/channels'],
  ['GET', 'www.googleapis.com/youtube/v3/commentThreads'],
  ['GET', 'api.x.com/2/users/1/tweets'],
  ['GET', 'api.x.com/2/spaces/%2e'],
  ['GET', 'discord.com/api/v10/channels/1500000000000000001/messages'],
  ['GET', 'api.github.com/search/issues'],
  ['GET', 'api.github.com/repos/orbit/orbit-core/commits'],
  ['GET', 'www.instagram.com/oauth/authorize'],
  ['GET', 'graph.instagram.com/v23.0/me'],
  ['GET', 'graph.facebook.com/oauth/access_token'],
  ['GET', 'api.producthunt.com/v2/oauth/authorize'],
  ['POST', 'idp/token'],
  ['POST', 'idp/revoke'],
  ['POST', 'api.x.com/2/oauth2/token'],
  ['POST', 'github.com/login/oauth/access_token'],
  ['POST', 'api.github.com/applications/%2e/token'],
  ['POST', 'discord.com/api/oauth2/token/revoke'],
  ['POST', 'oauth2.googleapis.com/revoke'],
  ['POST', 'api.instagram.com/oauth/access_token'],
  ['POST', 'graph.instagram.com/me/messages'],
  ['POST', 'graph.facebook.com/610000000000001/subscriptions'],
  ['POST', 'api.producthunt.com/v2/oauth/token'],
  ['POST', 'api.producthunt.com/v2/api/graphql'],
  ['POST', 'api.telegram.org/bot7100000001:emulated-bot-token-0000007100000001/setWebhook'],
  ['POST', 'api.telegram.org/bot7100000001:emulated-bot-token-0000007100000001/sendMessage'],
  ['POST', 'control/faults'],
  ['POST', 'control/microblog/posts'],
  ['POST', 'control/messenger/members'],
  ['GET', 'control/journal'],
  ['GET', 'control/microblog/posts'],
  ['POST', 'control/redirect-uris'],
] as const;

const NAMES = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code',
  'grant_type',
  'code_verifier',
  '__proto__',
  'token',
];
const BODIES = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'multipart/form-data'];

describe('hostile input', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());

  const paths = { authorize: 'idp/authorize', token: 'idp/token' };
  const secret = (text: string) => Buffer.from(text).toString('base64');

  it('is answered with anything but a failure', async () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme' })), { maxLength: 6 });
    const requests = fc.record({
      endpoint: fc.constantFrom(...ENDPOINTS),
      pairs,
      type: fc.constantFrom(...BODIES),
      body: fc.oneof(fc.json(), fc.string(), fc.constant(undefined)),
      credentials: fc.oneof(
        fc.constant('Basic %%%'),
        fc.string({ unit: 'grapheme-ascii' }).map((text) => `Basic ${secret(text)}`),
        fc.constant(`Basic ${secret('%E0:%')}`),
        fc.constant('Bearer x'),
      ),
    });
    const check = fc.asyncProperty(
      requests,
      async ({ endpoint: [method, path], pairs: parameters, type, body, credentials }) => {
        const form = new URLSearchParams(parameters).toString();
        const answer = await fetch(`${emulators.url}/${path}?${method === 'GET' ? form : ''}`, {
          method,
          redirect: 'manual',
          headers: { authorization: credentials, ...(method === 'POST' && { 'content-type': type }) },
          ...(method === 'POST' && { body: body ?? form }),
        });
        expect(answer.status).toBeLessThan(500);
      },
    );
    await fc.assert(check, { numRuns: 600 });
  });

  it('said twice is refused', async () => {
    const { OAUTH_IDP_CLIENT_ID: id = '' } = emulators.environment;
    const twice = `client_id=${id}&redirect_uri=${encodeURIComponent(CALLBACK)}&redirect_uri=https://evil.test`;
    const page = await fetch(`${emulators.url}/idp/authorize?${twice}`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    const app = new Application(emulators, 'oauth_idp', paths);
    const token = await app.fetch('idp/token', {
      method: 'POST',
      headers: { authorization: app.basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=authorization_code&code=a&code=b',
    });
    expect([token.status, await token.json()]).toEqual([400, { error: 'invalid_request' }]);
  });

  it('is shown as text on the page to choose on, in names as in parameters', async () => {
    const app = new Application(emulators, 'oauth_idp', paths);
    const attack = '"><script>alert(2)</script>';
    const answer = await app.authorize({ scope: 'openid', state: attack, login_hint: attack });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('=1+&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('in state comes back as it was sent', async () => {
    const app = new Application(emulators, 'oauth_idp', paths);
    const state = 'a&code=forged#x\r\nset-cookie: a=b\u{202E}';
    const redirected = await app.redirected({ scope: 'openid', state, login_hint: 'verified' });
    expect(redirected.get('state')).toBe(state);
    expect(redirected.getAll('code')).toHaveLength(1);
  });

  it('gives one of many who use a code at once its tokens', async () => {
    const app = new Application(emulators, 'oauth_idp', paths);
    const code = await app.code({ scope: 'openid', login_hint: 'verified' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.exchange(code, {}, { authorization: app.basic })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('registers no address that is none, or that a browser would run', async () => {
    const register = async (uri: unknown) =>
      (
        await fetch(`${emulators.url}/control/redirect-uris`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ platform: 'codehost', uri }),
        })
      ).status;
    expect(await register('javascript:alert(1)')).toBe(400);
    expect(await register('https://[')).toBe(400);
    expect(await register(7)).toBe(400);
    expect(await register('https://app.test/callback')).toBe(204);
  });
});

describe('the page at the root', () => {
  it('lists addresses and accounts of every platform', async () => {
    const emulators = await startWithCallback();
    const page = await (await fetch(emulators.url)).text();
    await emulators.stop();
    for (const part of [
      'hostile-name',
      'earner-200',
      '1800000000000000001',
      '90000001',
      `${emulators.url}/idp`,
      CALLBACK,
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('<script');
  });
});
