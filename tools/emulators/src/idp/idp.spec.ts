import * as client from 'openid-client';
import { CALLBACK, startWithCallback } from '../testing/client.fixture.js';
import { startEmulators, type Emulators } from '../start-emulators.js';

/** The error code of the library. */
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'nothing',
    (error: Error & { code?: string; error?: string }) => error.error ?? error.code ?? error.message,
  );

describe('the emulated issuer, called by openid-client', () => {
  let emulators: Emulators;
  let config: client.Configuration;

  const discover = async () => {
    const { OAUTH_IDP_ISSUER = '', OAUTH_IDP_CLIENT_ID = '', OAUTH_IDP_CLIENT_SECRET } = emulators.environment;
    return await client.discovery(new URL(OAUTH_IDP_ISSUER), OAUTH_IDP_CLIENT_ID, OAUTH_IDP_CLIENT_SECRET, undefined, {
      execute: [client.allowInsecureRequests],
    });
  };

  const start = async (parameters: Record<string, string> = {}) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid email profile offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      login_hint: 'verified',
      ...parameters,
    });
    const answer = await fetch(url, { redirect: 'manual' });
    return { callback: new URL(answer.headers.get('location') ?? ''), checks };
  };

  const signIn = async (parameters?: Record<string, string>) => {
    const { callback, checks } = await start(parameters);
    return await client.authorizationCodeGrant(config, callback, checks);
  };

  beforeAll(async () => {
    emulators = await startWithCallback();
    config = await discover();
  });
  afterAll(() => emulators.stop());
  afterEach(() => emulators.clearFaults());

  it('signs a person in by code, PKCE, nonce and issuer, and returns their claims at userinfo', async () => {
    const tokens = await signIn();
    const sub = tokens.claims()?.sub ?? '';
    await expect(client.fetchUserInfo(config, tokens.access_token, sub)).resolves.toEqual({
      sub,
      name: 'Verified Address',
      preferred_username: 'verified',
      email: 'verified@people.test',
      email_verified: true,
    });
  });

  it.each([
    ['unverified', { email: 'unverified@people.test', email_verified: false }],
    ['hostile-name', { name: '=1+<script>alert(1)</script>\u{202E}"' }],
  ])('has a person %s to sign in as', async (login_hint, claims) => {
    const tokens = await signIn({ login_hint });
    const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(info).toMatchObject(claims);
  });

  it('returns no address of a person without one, and no claims outside the requested scopes', async () => {
    const withoutAddress = await signIn({ login_hint: 'no-email' });
    const sub = withoutAddress.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(config, withoutAddress.access_token, sub)).not.toHaveProperty('email');
    const { access_token } = await signIn({ login_hint: 'no-email', scope: 'openid' });
    await expect(client.fetchUserInfo(config, access_token, sub)).resolves.toEqual({ sub });
  });

  it('refreshes with a token that works once, and ends all of them by one', async () => {
    const { refresh_token: first = '' } = await signIn();
    const refreshed = await client.refreshTokenGrant(config, first);
    expect(await codeOf(client.refreshTokenGrant(config, first))).toBe('invalid_grant');
    await client.tokenRevocation(config, refreshed.access_token);
    expect(await codeOf(client.refreshTokenGrant(config, refreshed.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('accepts a code once, and only with its verifier', async () => {
    const { callback, checks } = await start();
    const other = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    expect(await codeOf(client.authorizationCodeGrant(config, callback, other))).toBe('invalid_grant');
    const again = await start();
    await client.authorizationCodeGrant(config, again.callback, again.checks);
    expect(await codeOf(client.authorizationCodeGrant(config, again.callback, again.checks))).toBe('invalid_grant');
  });

  it('redirects a refusal to the client, with issuer and state', async () => {
    const declined = await start({ decline: 'true' });
    expect(await codeOf(client.authorizationCodeGrant(config, declined.callback, declined.checks))).toBe(
      'access_denied',
    );
    const plain = await start({ code_challenge_method: 'plain' });
    expect(await codeOf(client.authorizationCodeGrant(config, plain.callback, plain.checks))).toBe('invalid_request');
  });

  it.each(['wrong_audience', 'wrong_nonce', 'wrong_signature', 'expired_id_token'])(
    'makes an ID token with %s that no client may take, if ordered',
    async (kind) => {
      client.enableNonRepudiationChecks(config);
      emulators.arm('oauth_idp', { kind });
      expect(await codeOf(signIn())).not.toBe('nothing');
      expect(await codeOf(signIn())).toBe('nothing');
    },
  );

  it.each(['authorize', 'token'])('names another issuer at %s, if ordered', async (route) => {
    emulators.arm('oauth_idp', { kind: 'wrong_issuer', route });
    expect(await codeOf(signIn())).toMatch(/OAUTH_(INVALID_RESPONSE|JWT_CLAIM_COMPARISON_FAILED)/);
    expect(await codeOf(signIn())).toBe('nothing');
  });

  it('returns another subject at userinfo, if ordered', async () => {
    const tokens = await signIn();
    const userInfo = () => client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    emulators.arm('oauth_idp', { kind: 'wrong_subject' });
    expect(await codeOf(userInfo())).toBe('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
    expect(await codeOf(userInfo())).toBe('nothing');
  });

  it('names another issuer in its metadata, if ordered', async () => {
    emulators.arm('oauth_idp', { kind: 'wrong_issuer', route: 'discovery' });
    expect(await codeOf(discover())).toBe('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
  });

  it('redirects neither to an unregistered address nor for an unknown client', async () => {
    const { OAUTH_IDP_ISSUER = '', OAUTH_IDP_CLIENT_ID = '' } = emulators.environment;
    const ask = async (parameters: Record<string, string>) => {
      const query = { client_id: OAUTH_IDP_CLIENT_ID, redirect_uri: CALLBACK, login_hint: 'verified', ...parameters };
      const answer = await fetch(`${OAUTH_IDP_ISSUER}/authorize?${new URLSearchParams(query).toString()}`);
      return [answer.status, answer.headers.get('location')];
    };
    await expect(ask({ client_id: 'another' })).resolves.toEqual([400, null]);
    await expect(ask({ redirect_uri: `${CALLBACK}/` })).resolves.toEqual([400, null]);
    await expect(ask({ redirect_uri: `${CALLBACK}?x=1` })).resolves.toEqual([400, null]);
  });
});

describe('the emulators', () => {
  it('are refused in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(startEmulators()).rejects.toThrow('NODE_ENV=production');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
