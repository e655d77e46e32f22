import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CREDENTIAL_PROVIDERS,
  setCredential,
  testCredential,
  type CredentialProvider,
} from '@questp/messages/integrations';
import { testMailServer } from '@questp/messages/notifier';
import { sql } from '@questp/postgres';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { freePort, newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';
import { anEscrow } from '../testing/chains.fixture.js';

const adminId = `svcadmin_${'e'.repeat(32)}`;
const CHAIN = 'pion-1';
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const OTHER = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
const PLATFORMS: CredentialProvider[] = ['microblog', 'chatcomm', 'messenger', 'codehost', 'videosite', 'ai_provider'];

describe('the test of a credential', () => {
  let answer: (response: ServerResponse, url: string) => void;
  const listener: RequestListener = ({ url = '' }, response) => answer(response, url);
  const server = createServer(listener);
  let url: string;
  let service: TestService<object>;

  const start = async (base = url, networks = '127.0.0.0/8') => {
    const names = ['MICROBLOG', 'CHATCOMM', 'MESSENGER', 'CODEHOST', 'VIDEOSITE'];
    service = await startTestService(integrations, {
      env: {
        FILES_DIR: '/tmp',
        MASTER_KEYS: newMasterKey('dev1'),
        EGRESS_NETWORKS: networks,
        PLATFORM_VIDEOSITE_TOKEN_URL: base,
        ...Object.fromEntries(names.map((name) => [`PLATFORM_${name}_URL`, base])),
        ...Object.fromEntries(names.map((name) => [`${name}_CLIENT_ID`, 'id'])),
        ...Object.fromEntries(names.map((name) => [`${name}_CLIENT_SECRET`, 'canary-secret'])),
        ...{ MICROBLOG_BEARER_TOKEN: 'canary', CHATCOMM_BOT_TOKEN: 'canary', MESSENGER_BOT_TOKEN: '12:canary' },
        ...{ VIDEOSITE_API_KEY: 'canary' },
      },
    });
    const gasPrices = [{ denom: 'untrn', price: '0.0053' }];
    await putChain(service, CHAIN, { restUrls: [base], gasPrices, escrow: anEscrow() });
    await service.call(setCredentialOperatorAccess, { adminId, role: 'super_admin', version: 1, status: 'active' });
    await set('ai_provider', { baseUrl: `${base}/v1/`, apiKey: 'canary', model: 'small' });
    await set('escrow_operator', { mnemonic: MNEMONIC });
  };
  const set = (provider: CredentialProvider, fields: Record<string, unknown>) =>
    service.call(setCredential, { provider, fields, adminId });
  const test = (provider: CredentialProvider) => service.call(testCredential, { provider });
  const outcomes = async (providers: CredentialProvider[]) => {
    const tests = await Promise.all(providers.map(test));
    expect(JSON.stringify(tests)).not.toContain('canary');
    return tests.map(({ outcome }) => outcome);
  };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await service.stop();
  });
  afterAll(() => server.close());

  const EACH = [...PLATFORMS, 'escrow_operator'] as CredentialProvider[];

  it('reports an answer with status 200 that does not match the API', async () => {
    await start();
    answer = (response) => json(response, ['canary']);
    expect(await outcomes(PLATFORMS)).toEqual(PLATFORMS.map(() => 'misconfigured'));
    expect(await outcomes(['escrow_operator'])).toEqual(['no_answer']);
  });

  it('ends after four seconds if the answer of the provider does not end', async () => {
    await start();
    const dripping = new Set<NodeJS.Timeout>();
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      dripping.add(setInterval(() => response.write(' '), 100));
    };
    const begun = performance.now();
    expect(await outcomes(EACH)).toEqual(EACH.map(() => 'no_answer'));
    expect(performance.now() - begun).toBeLessThan(4_800);
    dripping.forEach(clearInterval);
  });

  it('reports an unreachable provider and a failing one', async () => {
    await start(`http://127.0.0.1:${await freePort()}`);
    expect(await outcomes(EACH)).toEqual(EACH.map(() => 'no_answer'));
    await service.stop();
    await start();
    answer = (response) => json(response, { canary: true }, 503);
    expect(await outcomes(EACH)).toEqual(EACH.map(() => 'no_answer'));
  });

  it('reports a used-up quota as a limit, not as a wrong credential', async () => {
    await start();
    answer = (response, path) =>
      path.startsWith('/youtube')
        ? json(response, { error: { errors: [{ reason: 'quotaExceeded' }] } }, 403)
        : json(response, { error: 'invalid_grant' }, 400);
    expect(await test('videosite')).toMatchObject({
      outcome: 'limited',
      detail: 'The daily quota of the video site is used up.',
    });
  });

  it('tests client id and secret separately from the other fields', async () => {
    await start();
    answer = (response, path) =>
      path.includes('token') ? json(response, { error: 'invalid_client' }, 401) : json(response, { id: '1', flags: 0 });
    expect(await test('chatcomm')).toMatchObject({
      outcome: 'refused',
      detail: 'Client id and secret were refused; store them again.',
    });
  });

  it('lists the models of the AI provider, only at an address that operators may name', async () => {
    await start();
    const asked: string[] = [];
    let models: unknown[] = [{ id: 'small' }];
    answer = (response, path) => {
      asked.push(path);
      json(response, { data: models });
    };
    expect(await test('ai_provider')).toMatchObject({ outcome: 'works' });
    expect(asked).toEqual(['/v1/models']);
    models = [{ id: 'large' }];
    await set('ai_provider', { apiKey: 'other' });
    expect((await test('ai_provider')).detail).toContain('model is not listed');
    await service.stop();
    await start(url, '');
    expect(await test('ai_provider')).toMatchObject({
      outcome: 'no_answer',
      detail: expect.stringContaining('not public') as string,
    });
  });

  it('reads the account of an escrow key on its chain', async () => {
    await start();
    const asked: string[] = [];
    answer = (response, path) => {
      asked.push(path);
      json(response, { balance: { denom: 'untrn', amount: '0' } });
    };
    const { outcome, detail } = await test('escrow_operator');
    expect([outcome, detail]).toEqual([
      'works',
      expect.stringMatching(/^neutron1[a-z0-9]{38} has no untrn on pion-1; send it some for fees\.$/),
    ]);
    expect(asked).toHaveLength(1);
    expect(await test('escrow_ticket')).toMatchObject({
      outcome: 'not_set',
      detail: 'Set a mnemonic or an external signer first.',
    });
    // As an earlier release stored it for a chain with another coin type.
    await set('escrow_ticket', { mnemonic: OTHER });
    await service.db.execute(
      sql`UPDATE credential SET public_key = decode(repeat('02', 33), 'hex') WHERE provider = 'escrow_ticket'`,
    );
    expect(await test('escrow_ticket')).toMatchObject({ outcome: 'misconfigured' });
  });

  it('asks the notifier for the mail server, and says that payments are disabled', async () => {
    await start();
    expect(await test('email_sender')).toMatchObject({ outcome: 'no_answer' });
    expect(await test('payments')).toMatchObject({ outcome: 'disabled' });
    await service.stop();
    await start();
    service.bus.answer(testMailServer, () => ({
      outcome: 'refused',
      detail: 'The password is wrong.',
      sentLastDay: 0,
    }));
    expect(await test('email_sender')).toMatchObject({ outcome: 'refused' });
  });

  it('the test of a credential has an answer for every provider', async () => {
    await start();
    answer = (response) => json(response, {}, 401);
    const tests = await Promise.all(CREDENTIAL_PROVIDERS.map(test));
    expect(tests.map(({ provider }) => provider)).toEqual(CREDENTIAL_PROVIDERS);
  });
});
