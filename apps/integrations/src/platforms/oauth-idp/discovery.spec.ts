import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testCredential } from '@questp/messages/integrations';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../../service.js';
import { Browser, type Call } from '../../testing/browser.fixture.js';

const REPLICA = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), EGRESS_NETWORKS: '127.0.0.1/32' };

describe('discovery of an issuer', () => {
  let server: Server;
  let url: string;
  let service: TestService<object> | undefined;
  /** Replaces members of valid issuer metadata. */
  let overrides: object;
  let answered: { status: number; body?: string };
  const right = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  beforeAll(async () => {
    server = createServer((_, response) => {
      const { status, body = JSON.stringify({ ...right(), ...overrides }) } = answered;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    overrides = {};
    answered = { status: 200 };
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** What the test of the credential says, and where a sign-in ends that begins. */
  const find = async (issuer = url) => {
    const of = { OAUTH_IDP_ISSUER: issuer, OAUTH_IDP_CLIENT_ID: 'id', OAUTH_IDP_CLIENT_SECRET: 'secret' };
    service = await startTestService(integrations, { env: { ...REPLICA, ...of } });
    const call: Call = (contract, request) => (service as TestService<object>).call(contract, request);
    const { outcome, detail } = await call(testCredential, { provider: 'oauth_idp' });
    const location = new URL(await new Browser(call, 'oauth_idp').begin());
    return { outcome, detail, begun: location.searchParams.get('error') ?? location.origin };
  };

  it('starts a sign-in if the metadata are valid', async () => {
    expect(await find()).toMatchObject({ outcome: 'works', begun: url });
  });

  it('reports the expected and the found issuer if they differ, if only by a trailing slash', async () => {
    const misconfigured = { outcome: 'misconfigured', begun: 'OAUTH_MISCONFIGURED' };
    expect(await find(`${url}/`)).toEqual({
      ...misconfigured,
      detail: `Expected the issuer "${url}/", found "${url}".`,
    });
    overrides = { issuer: `${url}/` };
    await service?.stop();
    expect(await find()).toEqual({ ...misconfigured, detail: `Expected the issuer "${url}", found "${url}/".` });
    overrides = { issuer: 'https://another.example' };
    await service?.stop();
    expect((await find()).detail).toBe(`Expected the issuer "${url}", found "https://another.example".`);
  });

  it.each([
    [
      'the missing endpoints',
      { token_endpoint: undefined, jwks_uri: 'jwks' },
      'Expected an address as token_endpoint, jwks_uri, found none.',
    ],
    [
      'the unsupported algorithms',
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      'in id_token_signing_alg_values_supported, found ["HS256","none"].',
    ],
    [
      'the unsupported methods of client authentication',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'Expected one of client_secret_basic, client_secret_post in token_endpoint_auth_methods_supported, found ["private_key_jwt"].',
    ],
    [
      'the unsupported response types',
      { response_types_supported: ['id_token'] },
      'Expected one of code in response_types_supported, found ["id_token"].',
    ],
  ])('reports a misconfiguration with %s', async (_, metadata, detail) => {
    overrides = metadata;
    expect(await find()).toEqual({
      outcome: 'misconfigured',
      detail: expect.stringContaining(detail) as string,
      begun: 'OAUTH_MISCONFIGURED',
    });
  });

  it.each([
    [404, undefined, 'misconfigured', 'OAUTH_MISCONFIGURED'],
    [302, undefined, 'misconfigured', 'OAUTH_MISCONFIGURED'],
    [200, '<!doctype html>', 'misconfigured', 'OAUTH_MISCONFIGURED'],
    [200, '[]', 'misconfigured', 'OAUTH_MISCONFIGURED'],
    [503, undefined, 'no_answer', 'OAUTH_UNAVAILABLE'],
    [429, undefined, 'no_answer', 'OAUTH_UNAVAILABLE'],
  ])(
    'distinguishes a misconfigured issuer from an unavailable one: status %s, body %s',
    async (status, body, outcome, begun) => {
      answered = { status, ...(body !== undefined && { body }) };
      expect(await find()).toMatchObject({ outcome, begun });
    },
  );

  it('shortens a found value and strips bidirectional control characters from it', async () => {
    overrides = { issuer: `${'\u202E'.repeat(5)}${'x'.repeat(9_000)}` };
    const { detail } = await find();
    expect(detail.length).toBeLessThan(400);
    expect(detail).not.toContain('\u202E');
  });
});
