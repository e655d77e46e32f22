import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { startOAuthSignIn } from '@questp/messages/integrations';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { integrations } from '../service.js';
import { Browser, newVerifier, type Call } from '../testing/browser.fixture.js';

const PUBLIC_URL = 'https://api.example.org';
// With what forms encode, a space among it (RFC 6749, 2.3.1).
const CLIENT = { client_id: 'questp at work', client_secret: 'secret:of/it + 100% more' };

const KINDS = [
  { method: 'client_secret_basic', algorithm: 'RS256' },
  { method: 'client_secret_post', algorithm: 'ES256' },
  { method: 'client_secret_basic', algorithm: 'Ed25519' },
  { method: 'client_secret_basic', algorithm: 'EdDSA' },
] as const;
type Kind = (typeof KINDS)[number];

const NAMES: Readonly<Record<string, object>> = {
  'person-1': { name: 'Person One', preferred_username: 'person.one' },
};

/** An issuer that signs the person in at once instead of showing a page. */
async function startProvider({ method, algorithm }: Kind) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${PUBLIC_URL}/v1/auth/oauth/callback/oauth_idp`],
        token_endpoint_auth_method: method,
        id_token_signed_response_alg: algorithm,
      },
    ],
    clientAuthMethods: [method],
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig' }] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...NAMES[accountId] }) }),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    cookies: { keys: ['of-the-test'] },
  });
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    void agree(provider, request, response);
  });
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function agree(provider: Provider, ...at: Parameters<Provider['interactionDetails']>): Promise<void> {
  const { params } = await provider.interactionDetails(...at);
  const grant = new provider.Grant({ accountId: 'person-1', clientId: CLIENT.client_id });
  grant.addOIDCScope(String(params['scope']));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(...at, { login: { accountId: 'person-1' }, consent });
}

/** Follows redirects with cookies until it is sent away from the issuer. */
async function wander(location: string, issuer: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let next = location;
  while (next.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    if (to === null) throw new Error(`${answer.status} ${await answer.text()}`);
    next = new URL(to, next).href;
  }
  return Object.fromEntries(new URL(next).searchParams);
}

describe.each(KINDS)('an independent issuer with $method and $algorithm', (kind) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestService<object>;
  const call: Call = (contract, request) => service.call(contract, request);
  const start = (clientSecret: string) =>
    startTestService(integrations, {
      env: {
        ...{ FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), EGRESS_NETWORKS: '127.0.0.1/32', PUBLIC_URL },
        OAUTH_IDP_ISSUER: provider.issuer,
        OAUTH_IDP_CLIENT_ID: CLIENT.client_id,
        OAUTH_IDP_CLIENT_SECRET: clientSecret,
      },
    });

  beforeAll(async () => {
    // The provider warns at each start that it is not for production.
    for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockReturnValue();
    provider = await startProvider(kind);
    service = await start(CLIENT.client_secret);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
    await provider.stop();
  });

  it('signs a person in and checks PKCE, nonce, redirect URI and client secret by its own rules', async () => {
    const browser = new Browser(call, 'oauth_idp');
    const back = await wander(await browser.begin(), provider.issuer);
    expect(back).toMatchObject({ iss: provider.issuer });
    const address = await browser.finish({ ...back, browser: browser.known });
    const account = await browser.redeem(address.searchParams.get('code') ?? '');
    expect(account).toMatchObject({ provider: 'oauth_idp', accountId: `${provider.issuer} person-1` });
    // Its ID tokens have no claims of the profile; userinfo does.
    expect(account.handle).toBe('person.one');
  });

  it('ends the sign-in with OAUTH_MISCONFIGURED if it refuses the client secret', async () => {
    const other = await start('another secret');
    const browser = new Browser((contract, request) => other.call(contract, request), 'oauth_idp');
    const back = await wander(await browser.begin(), provider.issuer);
    const address = await browser.finish({ ...back, browser: browser.known });
    await other.stop();
    expect(address.searchParams.get('error')).toBe('OAUTH_MISCONFIGURED');
  });

  it('A-60 ends the sign-in with OAUTH_FAILED if the announced iss is missing or another', async () => {
    for (const iss of [undefined, 'https://issuer.example']) {
      const browser = new Browser(call, 'oauth_idp');
      const { iss: _, ...back } = await wander(await browser.begin(), provider.issuer);
      const address = await browser.finish({ ...back, browser: browser.known, ...(iss !== undefined && { iss }) });
      expect(address.searchParams.get('error')).toBe('OAUTH_FAILED');
    }
  });

  it('leaves providers without a credential unavailable', async () => {
    const start = { provider: 'codehost', app: 'earner', challenge: newVerifier().challenge } as const;
    await expect(call(startOAuthSignIn, start)).rejects.toMatchObject({ code: 'OAUTH_NOT_AVAILABLE' });
  });
});
