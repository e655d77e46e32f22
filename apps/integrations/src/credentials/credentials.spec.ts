import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { jetstream } from '@nats-io/jetstream';
import { addressOf } from '@questp/chains';
import { chainOf, TEST_CHAINS } from '@questp/chains/testing';
import {
  CREDENTIAL_PROVIDERS,
  getCredential,
  listCredentials,
  listOAuthProviders,
  readMailSender,
  setCredential,
  testCredential,
  type Credential,
  type CredentialProvider,
} from '@questp/messages/integrations';
import { versionOf, type AppError, type Contract } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import type { EventEnvelope } from '@questp/messages/tables';
import { Database, newId, sql } from '@questp/postgres';
import { Bus, newCallContext, runInContext } from '@questp/service';
import {
  createTestDatabase,
  mainOf,
  newMasterKey,
  startNats,
  startService,
  waitFor,
  type TestDatabase,
} from '@questp/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { parseMasterKeys, Vault } from '@questp/vault';
import { startPlatforms, type Platforms } from '../testing/platforms.fixture.js';
import { openFields } from './stored-fields.js';

const run = promisify(execFile);

const adminId = `svcadmin_${'a'.repeat(32)}`;
const CHATCOMM = { clientId: '1290312903', clientSecret: 'secret-of-it', botToken: 'token-of-it' };
const CODEHOST_ENVIRONMENT = { CODEHOST_CLIENT_ID: 'told', CODEHOST_CLIENT_SECRET: 'told-secret' };
const [K1, K2] = [newMasterKey('k1'), newMasterKey('k2')];
const MNEMONICS = {
  first: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  second: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  third: 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
};

describe('credentials, two replicas of the built service', () => {
  let database: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let platforms: Platforms;
  let environment: NodeJS.ProcessEnv;
  let replicas: Awaited<ReturnType<typeof startService>>[];
  let bus: Bus;
  const audited: EventEnvelope<'credential.changed'>[] = [];

  const ask = <Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    id = adminId,
  ): Promise<Reply> => {
    const operator = { family: 'admin', adminId: id, sessionId: newId() } as const;
    const principal = {
      ...operator,
      role: 'super_admin',
      signedInAt: new Date().toISOString(),
      mustChangePassword: false,
      mustEnableTwoFactor: false,
    } as const;
    const caller = { operation: contract.http[0]?.id ?? '', principal };
    return runInContext({ ...newCallContext(), caller }, () => bus.call(contract, request));
  };
  const set = (provider: CredentialProvider, fields: Record<string, unknown>, more: { ifMatch?: string[] } = {}) =>
    ask(setCredential, { provider, fields, adminId, ...more });
  const get = (provider: CredentialProvider) => ask(getCredential, { provider });
  const test = (provider: CredentialProvider) => ask(testCredential, { provider });
  const clear = (provider: CredentialProvider, names: string[]) =>
    set(provider, Object.fromEntries(names.map((name) => [name, null])));
  const codesOf = (work: Promise<unknown>): Promise<string[]> =>
    work.then(
      () => ['done'],
      ({ code, details }: AppError) => [
        code,
        ...(details.errors ?? []).map((error) => `${error.pointer} ${error.code}`),
      ],
    );
  const valuesOf = ({ fields }: Credential) =>
    Object.fromEntries(fields.filter((field) => field.set).map(({ name, value }) => [name, value]));
  /** What is stored, opened. */
  const stored = async (provider: CredentialProvider, ...keys: string[]) => {
    const row = await db.row<{ fields: Record<string, string> }>(
      sql`SELECT fields FROM credential WHERE provider = ${provider}`,
    );
    const opened = openFields(new Vault(parseMasterKeys(keys.join(','))), provider, row?.fields ?? {});
    return Object.fromEntries([...opened].map(([name, secret]) => [name, secret.reveal()]));
  };

  beforeAll(async () => {
    [database, nats, platforms] = await Promise.all([
      createTestDatabase({ migrate: ['integrations'] }),
      startNats(),
      startPlatforms(),
    ]);
    db = new Database(database.url, { schema: 'integrations', poolSize: 2 });
    environment = {
      DATABASE_URL: database.urlOf('integrations'),
      NATS_URL: nats.urlOf('integrations'),
      FILES_DIR: '/tmp',
      MASTER_KEYS: K1,
      CHECK_REPLIES: 'true',
      PLATFORM_CHATCOMM_URL: platforms.url,
      PLATFORM_MESSENGER_URL: platforms.url,
      PLATFORM_CODEHOST_URL: platforms.url,
      ...CODEHOST_ENVIRONMENT,
      MICROBLOG_CLIENT_ID: 'half',
    };
    replicas = await Promise.all([
      startService('integrations', environment),
      startService('integrations', environment),
    ]);
    bus = new Bus(nats.url, 'spec', pino({ level: 'silent' }));
    await bus.connect();
    bus.connection.subscribe('events.credential.>', { callback: (_, message) => void audited.push(message.json()) });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await bus.close();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), platforms.stop(), database.drop()]);
  });

  it('are described for every provider, also before anything is stored', async () => {
    const { items } = await ask(listCredentials, {});
    expect(items.map(({ provider }) => provider)).toEqual(CREDENTIAL_PROVIDERS);
    expect(items.filter(({ enabled }) => !enabled).map(({ provider }) => provider)).toEqual(['payments']);
    expect(items.find(({ provider }) => provider === 'chatcomm')).toMatchObject({
      source: null,
      updatedAt: null,
      fields: [
        { name: 'clientId', secret: false, required: true, set: false, value: null },
        { name: 'clientSecret', secret: true, required: true },
        { name: 'botToken', secret: true, required: true },
        { name: 'publicKey', secret: false, required: false, form: 'hex_bytes' },
        { name: 'botPermissions', secret: false, required: false, form: 'digits' },
      ],
    });
  });

  it('are sealed, shown without their secrets, and audited without their values', async () => {
    const after = await set('chatcomm', { ...CHATCOMM, botToken: `\n ${CHATCOMM.botToken} \t` });
    expect(valuesOf(after)).toEqual({ clientId: CHATCOMM.clientId, clientSecret: null, botToken: null });
    expect(after).toMatchObject({ source: 'stored', updatedBy: adminId });
    expect(await get('chatcomm')).toEqual(after);
    expect(await stored('chatcomm', K1)).toEqual(CHATCOMM);
    const [event] = await waitFor(() => audited.length === 1 && audited);
    expect(event?.data).toEqual({
      provider: 'chatcomm',
      stored: Object.keys(CHATCOMM),
      cleared: [],
      adminId,
      client: null,
    });
  });

  it('A-56 keep what is left out or empty, lose what is null, and are refused as a whole for anything else', async () => {
    audited.length = 0;
    const before = await get('chatcomm');
    for (const nothing of [{}, { clientId: '' }, { clientSecret: ' \t\n' }, { publicKey: null }]) {
      expect(await set('chatcomm', nothing)).toEqual(before);
    }
    const rotated = await set('chatcomm', { botToken: 'second', clientId: '', publicKey: 'ab12' });
    expect(valuesOf(rotated)).toMatchObject({ clientId: CHATCOMM.clientId, publicKey: 'ab12' });
    expect(await stored('chatcomm', K1)).toEqual({ ...CHATCOMM, botToken: 'second', publicKey: 'ab12' });
    expect(valuesOf(await set('chatcomm', { publicKey: null }))).not.toHaveProperty('publicKey');

    const unchanged = await get('chatcomm');
    expect(await codesOf(set('chatcomm', { botToken: 'third', other: 'x' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/other UNKNOWN_MEMBER',
    ]);
    expect(await codesOf(set('chatcomm', { clientId: 'a b', botToken: 7, clientSecret: 'x'.repeat(501) }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/clientId FORMAT',
      '/fields/botToken TYPE',
      '/fields/clientSecret LENGTH',
    ]);
    expect(await codesOf(set('chatcomm', { botToken: null }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/botToken REQUIRED',
    ]);
    expect(await codesOf(set('messenger', { webhookSecret: 'x' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/botToken REQUIRED',
    ]);
    expect(await codesOf(set('payments', { secretKey: 'x' }))).toEqual(['PROVIDER_DISABLED']);
    expect(await get('chatcomm')).toEqual(unchanged);
    const events = await waitFor(() => audited.length === 2 && audited);
    expect(events.map(({ data }) => [data.stored, data.cleared])).toEqual([
      [['botToken', 'publicKey'], []],
      [[], ['publicKey']],
    ]);
  });

  it('A-56 are those of one of twenty changes at once, whole, and each is audited', async () => {
    audited.length = 0;
    const pairs = Array.from({ length: 20 }, (_, index) => ({ clientSecret: `s-${index}`, botToken: `b-${index}` }));
    const beside = { clientId: 'beside-them' };
    await Promise.all([...pairs.slice(0, 10), beside, ...pairs.slice(10)].map((change) => set('chatcomm', change)));
    const { clientId, clientSecret, botToken } = await stored('chatcomm', K1);
    expect(pairs).toContainEqual({ clientSecret, botToken });
    expect(clientId).toBe(beside.clientId);
    await waitFor(() => audited.length === 21);
  });

  it('A-56 are stored first by one of twenty, when each wants to be the first', async () => {
    const values = Array.from({ length: 20 }, (_, index) => ({ clientId: `c-${index}`, clientSecret: `s-${index}` }));
    const answers = await Promise.all(values.map((one) => codesOf(set('videosite', one, { ifMatch: ['0'] }))));
    expect(answers.filter(([code]) => code === 'done')).toHaveLength(1);
    expect(answers.filter(([code]) => code === 'PRECONDITION_FAILED')).toHaveLength(19);
    expect(values).toContainEqual(await stored('videosite', K1));
  });

  it('are changed by one of twenty who have read the same version', async () => {
    const { updatedAt } = await get('videosite');
    const ifMatch = [versionOf(new Date(updatedAt as string))];
    const changes = Array.from({ length: 20 }, (_, index) =>
      codesOf(set('videosite', { apiKey: `k-${index}` }, { ifMatch })),
    );
    const answers = await Promise.all(changes);
    expect(answers.filter(([code]) => code === 'done')).toHaveLength(1);
  });

  it('come from the environment, whole, until something is stored and after all of it is cleared', async () => {
    const told = await get('codehost');
    expect(told).toMatchObject({ source: 'environment', updatedAt: null });
    expect(valuesOf(told)).toEqual({ clientId: 'told', clientSecret: null });
    expect((await get('microblog')).source).toBeNull();
    expect(await codesOf(set('codehost', { clientId: 'mixed' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/clientSecret REQUIRED',
    ]);
    expect(valuesOf(await set('codehost', { clientId: 'own', clientSecret: 'own' }))).toMatchObject({
      clientId: 'own',
    });
    const cleared = await clear('codehost', ['clientId', 'clientSecret']);
    expect([cleared.source, valuesOf(cleared)]).toEqual(['environment', { clientId: 'told', clientSecret: null }]);
  });

  it('that cannot be read are reported, keep the others in service, and are replaced by storing them again', async () => {
    const CODEHOST = { clientId: 'own', clientSecret: 'own' };
    await set('codehost', CODEHOST);
    await set('chatcomm', CHATCOMM);
    await db.execute(sql`UPDATE credential SET fields = jsonb_set(fields, '{clientId}', '"v1.k1.AAAA"')
      WHERE provider = 'codehost'`);
    const { items } = await ask(listCredentials, {});
    expect(items.filter(({ readable }) => !readable)).toEqual([await get('codehost')]);
    expect(await get('codehost')).toMatchObject({
      source: 'stored',
      fields: [
        { name: 'clientId', set: true, value: null },
        { name: 'clientSecret', set: true, value: null },
      ],
    });
    expect(await test('codehost')).toMatchObject({ outcome: 'not_readable' });
    const providers = async () => (await bus.call(listOAuthProviders, {})).providers;
    expect(await providers()).toContain('chatcomm');
    expect(await providers()).not.toContain('codehost');
    expect(await set('codehost', CODEHOST)).toMatchObject({ readable: true });
    expect(await providers()).toContain('codehost');
    await clear('codehost', ['clientId', 'clientSecret']);
  });

  it('tell the notifier, and nobody else, who sends mails', async () => {
    const sender = () => bus.call(readMailSender, {});
    expect(await sender()).toEqual({ smtpUrl: null, from: null });
    const smtpUrl = 'smtps://me:password@mail.example:465';
    await expect(set('email_sender', { smtpUrl: 'https://mail.example' })).rejects.toThrow();
    await set('email_sender', { smtpUrl, from: 'quests@mail.example' });
    expect(await sender()).toEqual({ smtpUrl, from: 'quests@mail.example' });
    await set('email_sender', { smtpUrl: null, from: null });
    expect(await sender()).toEqual({ smtpUrl: null, from: null });
    const other = new Bus(nats.urlOf('gateway'), 'gateway', pino({ level: 'silent' }));
    await other.connect();
    await expect(other.call(readMailSender, {})).rejects.toThrow();
    await other.close();
  });

  it('are taken or refused with a code for whatever is sent', async () => {
    const name = fc.oneof(fc.constantFrom('botToken', 'webhookSecret', '__proto__', 'constructor'), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue()), async (fields) => {
        const [code] = await codesOf(set('messenger', fields));
        expect(['done', 'VALIDATION_FAILED']).toContain(code);
      }),
      { numRuns: 200 },
    );
  });

  describe('of the escrow', () => {
    const keyOf = (part: 'operator' | 'ticket' | 'pauser', mnemonic: string) => set(`escrow_${part}`, { mnemonic });

    it('show their address on each chain, and nothing else', async () => {
      const after = await keyOf('operator', MNEMONICS.first);
      // As wallets derive it where the coin type is 118.
      const address = 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4';
      expect(after.addresses).toContainEqual({ chainId: 'cosmoshub-4', address });
      expect(after.addresses.map(({ chainId }) => chainId)).toEqual(TEST_CHAINS.map(({ chainId }) => chainId));
      const publicKey = Buffer.from(after.publicKey ?? '', 'base64');
      for (const { chainId, address: shown } of after.addresses) {
        expect(shown).toBe(addressOf(chainOf(chainId), publicKey));
      }
      expect(valuesOf(after)).toEqual({ mnemonic: null });
      expect((await get('escrow_operator')).addresses).toEqual(after.addresses);
      expect(await clear('escrow_operator', ['mnemonic'])).toMatchObject({ publicKey: null, addresses: [] });
    });

    it('are three different ones, also when all are stored at once', async () => {
      const parts = ['operator', 'ticket', 'pauser'] as const;
      const answers = await Promise.all(parts.map((part) => codesOf(keyOf(part, MNEMONICS.second))));
      expect(answers.map(([code]) => code).toSorted()).toEqual(['ESCROW_KEY_IN_USE', 'ESCROW_KEY_IN_USE', 'done']);
      await Promise.all(parts.map((part) => clear(`escrow_${part}`, ['mnemonic'])));
      const keys = [MNEMONICS.first, MNEMONICS.second, MNEMONICS.third];
      const stored = await Promise.all(parts.map((part, index) => keyOf(part, keys[index] as string)));
      expect(new Set(stored.map(({ publicKey }) => publicKey)).size).toBe(3);
    });

    it('are kept by an external signer instead, all of whose fields are needed', async () => {
      const signer = {
        signerUrl: 'https://signer.example.org/sign',
        signerPublicKey: 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY',
        signerSecret: `whsec_${'s'.repeat(44)}`,
      };
      await clear('escrow_operator', ['mnemonic', ...Object.keys(signer)]);
      for (const [name, value] of Object.entries(signer)) {
        const missing = Object.keys(signer).filter((other) => other !== name);
        const errors = missing.map((other) => `/fields/${other} REQUIRED`);
        expect(await codesOf(set('escrow_operator', { [name]: value }))).toEqual(['VALIDATION_FAILED', ...errors]);
      }
      const malformed = { signerUrl: 'signer', signerPublicKey: '!', signerSecret: 'secret' };
      for (const [name, value] of Object.entries(malformed)) {
        const codes = await codesOf(set('escrow_operator', { ...signer, [name]: value }));
        expect(codes).toEqual(['VALIDATION_FAILED', `/fields/${name} FORMAT`]);
      }
      const noPoint = { ...signer, signerPublicKey: Buffer.alloc(33, 2).fill(255, 1).toString('base64') };
      expect(await codesOf(set('escrow_operator', noPoint))).toEqual([
        'VALIDATION_FAILED',
        '/fields/signerPublicKey FORMAT',
      ]);
      const after = await set('escrow_operator', signer);
      expect(after.publicKey).toBe(signer.signerPublicKey);
      expect(valuesOf(after)).toEqual({ ...signer, signerSecret: null });
      expect(await codesOf(keyOf('operator', MNEMONICS.first))).toEqual([
        'VALIDATION_FAILED',
        ...Object.keys(signer).map((name) => `/fields/${name} NOT_ALLOWED`),
      ]);
      const cleared = Object.fromEntries(Object.keys(signer).map((name) => [name, null]));
      const back = await set('escrow_operator', { mnemonic: MNEMONICS.first, ...cleared });
      expect(back.publicKey).not.toBe(signer.signerPublicKey);
      await clear('escrow_operator', ['mnemonic']);
    });

    it('are mnemonics with a right checksum', async () => {
      const wrong = MNEMONICS.first.replace('about', 'abandon');
      for (const mnemonic of [wrong, 'abandon', MNEMONICS.first.toUpperCase(), `${MNEMONICS.first} about`]) {
        expect(await codesOf(keyOf('operator', mnemonic))).toEqual(['VALIDATION_FAILED', '/fields/mnemonic FORMAT']);
      }
    });
  });

  describe('are tested', () => {
    beforeEach(() => {
      platforms.asked.length = 0;
      platforms.state.answer = 'right';
    });

    it('by a call of the provider, with the values of now, and once a minute on each replica', async () => {
      platforms.state.token = 'tested-1';
      await set('chatcomm', { botToken: 'tested-1' });
      const found = await Promise.all(Array.from({ length: 20 }, () => test('chatcomm')));
      expect(new Set(found.map(({ outcome, detail }) => `${outcome}: ${detail}`))).toEqual(
        new Set([
          'works: Client id and secret were accepted. The bot token was accepted, and the bot can read the text of messages.',
        ]),
      );
      const read = platforms.asked.filter((asked) => asked.startsWith('GET'));
      expect(read.length).toBeLessThanOrEqual(2);
      expect(new Set(read)).toEqual(new Set(['GET /applications/@me Bot tested-1']));
      // Either replica asks anew at once for what was changed through one of them.
      await set('chatcomm', { botToken: 'tested-2' });
      const later = await Promise.all(Array.from({ length: 20 }, () => test('chatcomm')));
      expect(new Set(later.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    });

    it('without a word of what the provider said, which may be the secret', async () => {
      platforms.state.token = 'nobody';
      await set('messenger', { botToken: '12:canary' });
      expect(await test('messenger')).toMatchObject({
        outcome: 'refused',
        detail: 'It was answered with status 401. Check botToken.',
      });
      expect(platforms.asked).toEqual(['GET /bot12:canary/getMe']);
    });

    it('for four seconds at most', async () => {
      platforms.state.answer = 'hang';
      await set('messenger', { botToken: '12:hanging' });
      const begun = performance.now();
      expect(await test('messenger')).toMatchObject({ outcome: 'no_answer' });
      expect(performance.now() - begun).toBeLessThan(4_800);
      platforms.state.answer = 'outage';
      await set('messenger', { botToken: '12:outage' });
      expect(await test('messenger')).toMatchObject({
        outcome: 'no_answer',
        detail: 'It was answered with status 503.',
      });
    });

    it('not without what is asked with, and not where there is nothing to ask', async () => {
      expect(await test('oauth_idp')).toMatchObject({
        outcome: 'not_set',
        detail: 'Set issuer, clientId, and clientSecret first.',
      });
      expect(await test('email_sender')).toMatchObject({ outcome: 'no_answer' });
      expect(await test('payments')).toMatchObject({ outcome: 'disabled' });
      await test('codehost');
      const basic = Buffer.from('told:told-secret').toString('base64');
      expect(platforms.asked).toEqual([`GET /rate_limit Basic ${basic}`]);
    });

    it('not where an operator names an address that is not public', async () => {
      await set('oauth_idp', { issuer: platforms.url, clientId: 'id', clientSecret: 'told-secret' });
      expect(await test('oauth_idp')).toMatchObject({
        outcome: 'misconfigured',
        detail: 'No answer: an address that is not public, or public and not https.',
      });
      expect(platforms.asked).toEqual([]);
    });
  });

  it('are known to the other replica when one has stored them and is gone', async () => {
    const [one, other] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
    await other.stop();
    await set('videosite', { clientId: 'by-one' });
    await Promise.all([one.kill(), other.restart()]);
    expect(valuesOf(await get('videosite'))).toMatchObject({ clientId: 'by-one' });
    await one.restart();
  });

  it('are changed by nobody who was demoted or suspended, once that is answered', async () => {
    const id = `svcadmin_${'b'.repeat(32)}`;
    const change = (provider: CredentialProvider, fields: object) =>
      codesOf(ask(setCredential, { provider, fields: fields as Record<string, unknown>, adminId: id }, id));
    expect(await change('chatcomm', { clientId: '1' })).toEqual(['done']);
    const access = { adminId: id, role: 'platform_moderator', status: 'active' } as const;
    await bus.call(setCredentialOperatorAccess, { ...access, version: 2 });
    expect(await change('chatcomm', { clientId: '2' })).toEqual(['FORBIDDEN']);
    await bus.call(setCredentialOperatorAccess, { ...access, role: 'super_admin', version: 3, status: 'suspended' });
    expect(await change('chatcomm', { clientId: '2' })).toEqual(['UNAUTHENTICATED']);
    const occurredAt = new Date().toISOString();
    const data = { ...access, role: 'super_admin', version: 4 };
    const event = { id: newId(), type: 'admin.updated', version: 1, occurredAt, aggregateId: id, data };
    await jetstream(bus.connection).publish('events.admin.updated', JSON.stringify(event));
    await waitFor(async () => (await change('chatcomm', { clientId: '3' }))[0] === 'done');
  });

  describe('are kept by master keys', () => {
    const started = (keys: string, more: NodeJS.ProcessEnv = {}) =>
      startService('integrations', { ...environment, MASTER_KEYS: keys, ...more });
    const command = (env: NodeJS.ProcessEnv) =>
      run(process.execPath, [mainOf('integrations'), 'rewrap'], {
        env: { ...environment, MASTER_KEYS: `${K2},${K1}`, ...env },
      });
    const sealed = async (key: string) =>
      Number(
        (
          await db.row<{ n: string }>(sql`
        SELECT count(*) AS n FROM credential, jsonb_each_text(fields) WHERE split_part(value, '.', 2) = ${key}`)
        )?.n,
      );

    it('without which a service does not start, in a sentence that quotes none', async () => {
      await expect(started(K2)).rejects.toThrow(/integrations cannot start: MASTER_KEYS lacks k1, with which stored/);
      await expect(started('k1:short')).rejects.toThrow(/MASTER_KEYS is not valid/);
      await expect(started('')).rejects.toThrow(/MASTER_KEYS is not valid/);
      const development = newMasterKey('dev1');
      const refused = await started(`${K1},${development}`, { NODE_ENV: 'production' }).then(String, String);
      expect(refused).toContain('MASTER_KEYS has dev1, a key for development');
      expect(refused).not.toContain(development.slice(5, 15));
    }, 60_000);

    it('of which the new one takes over by a command that goes on where it was killed', async () => {
      const before = await stored('chatcomm', K1);
      const all = await sealed('k1');
      await expect(command({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: 'after-commit:rewrap' })).rejects.toMatchObject({
        signal: 'SIGKILL',
      });
      const [done, left] = [await sealed('k2'), await sealed('k1')];
      expect([done > 0, left > 0, done + left]).toEqual([true, true, all]);
      // A replica with both keys reads what is sealed with either.
      await Promise.all(replicas.map((replica) => replica.restart({ MASTER_KEYS: `${K2},${K1}` })));
      expect((await ask(listCredentials, {})).items).toHaveLength(CREDENTIAL_PROVIDERS.length);

      const { stdout } = await command({});
      expect(stdout).toMatch(/^integrations: [1-9]\d* rows sealed anew with k2; keys in use: k2\n$/);
      expect((await command({})).stdout).toContain(' 0 rows sealed anew');
      expect(await stored('chatcomm', K2)).toEqual(before);
      await (await started(K2)).stop();
    }, 60_000);
  });
});
