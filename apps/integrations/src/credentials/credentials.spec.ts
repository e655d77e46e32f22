import { jetstream } from '@nats-io/jetstream';
import {
  CREDENTIAL_PROVIDERS,
  listCredentials,
  listOAuthProviders,
  readMailSender,
  setCredential,
  testCredential,
  type CredentialProvider,
} from '@questp/messages/integrations';
import { versionOf } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { newId, sql } from '@questp/postgres';
import { Bus } from '@questp/service';
import { waitFor } from '@questp/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import {
  adminId,
  CHATCOMM,
  codesOf,
  K1,
  startCredentials,
  valuesOf,
  type CredentialStage,
} from '../testing/credentials.fixture.js';

describe('credentials, two replicas of the built service', () => {
  let stage: CredentialStage;

  beforeAll(async () => {
    stage = await startCredentials();
  });
  afterAll(() => stage.stop());

  const test = (provider: CredentialProvider) => stage.ask(testCredential, { provider });

  it('credentials are described for every provider, also before anything is stored', async () => {
    const { items } = await stage.ask(listCredentials, {});
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

  it('credentials are sealed, shown without their secrets, and audited without their values', async () => {
    const after = await stage.set('chatcomm', { ...CHATCOMM, botToken: `\n ${CHATCOMM.botToken} \t` });
    expect(valuesOf(after)).toEqual({ clientId: CHATCOMM.clientId, clientSecret: null, botToken: null });
    expect(after).toMatchObject({ source: 'stored', updatedBy: adminId });
    expect(await stage.get('chatcomm')).toEqual(after);
    expect(await stage.stored('chatcomm', K1)).toEqual(CHATCOMM);
    const [event] = await waitFor(() => stage.audited.length === 1 && stage.audited);
    expect(event?.data).toEqual({
      provider: 'chatcomm',
      stored: Object.keys(CHATCOMM),
      cleared: [],
      adminId,
      client: null,
    });
  });

  it('A-56 keep fields that are omitted or empty, clear fields that are null, and refuse the request for any other value', async () => {
    stage.audited.length = 0;
    const before = await stage.get('chatcomm');
    for (const nothing of [{}, { clientId: '' }, { clientSecret: ' \t\n' }, { publicKey: null }]) {
      expect(await stage.set('chatcomm', nothing)).toEqual(before);
    }
    const rotated = await stage.set('chatcomm', { botToken: 'second', clientId: '', publicKey: 'ab12' });
    expect(valuesOf(rotated)).toMatchObject({ clientId: CHATCOMM.clientId, publicKey: 'ab12' });
    expect(await stage.stored('chatcomm', K1)).toEqual({ ...CHATCOMM, botToken: 'second', publicKey: 'ab12' });
    expect(valuesOf(await stage.set('chatcomm', { publicKey: null }))).not.toHaveProperty('publicKey');

    const unchanged = await stage.get('chatcomm');
    expect(await codesOf(stage.set('chatcomm', { botToken: 'third', other: 'x' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/other UNKNOWN_MEMBER',
    ]);
    expect(
      await codesOf(stage.set('chatcomm', { clientId: 'a b', botToken: 7, clientSecret: 'x'.repeat(501) })),
    ).toEqual(['VALIDATION_FAILED', '/fields/clientId FORMAT', '/fields/botToken TYPE', '/fields/clientSecret LENGTH']);
    expect(await codesOf(stage.set('chatcomm', { botToken: null }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/botToken REQUIRED',
    ]);
    expect(await codesOf(stage.set('messenger', { webhookSecret: 'x' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/botToken REQUIRED',
    ]);
    expect(await codesOf(stage.set('payments', { secretKey: 'x' }))).toEqual(['PROVIDER_DISABLED']);
    expect(await stage.get('chatcomm')).toEqual(unchanged);
    const events = await waitFor(() => stage.audited.length === 2 && stage.audited);
    expect(events.map(({ data }) => [data.stored, data.cleared])).toEqual([
      [['botToken', 'publicKey'], []],
      [[], ['publicKey']],
    ]);
  });

  it('A-56 equal one of twenty concurrent changes as a whole, and each change is audited', async () => {
    stage.audited.length = 0;
    const pairs = Array.from({ length: 20 }, (_, index) => ({ clientSecret: `s-${index}`, botToken: `b-${index}` }));
    const beside = { clientId: 'beside-them' };
    await Promise.all(
      [...pairs.slice(0, 10), beside, ...pairs.slice(10)].map((change) => stage.set('chatcomm', change)),
    );
    const { clientId, clientSecret, botToken } = await stage.stored('chatcomm', K1);
    expect(pairs).toContainEqual({ clientSecret, botToken });
    expect(clientId).toBe(beside.clientId);
    await waitFor(() => stage.audited.length === 21);
  });

  it('A-56 are stored by one of twenty concurrent requests that each require to be the first', async () => {
    const values = Array.from({ length: 20 }, (_, index) => ({ clientId: `c-${index}`, clientSecret: `s-${index}` }));
    const answers = await Promise.all(values.map((one) => codesOf(stage.set('videosite', one, { ifMatch: ['0'] }))));
    expect(answers.filter(([code]) => code === 'done')).toHaveLength(1);
    expect(answers.filter(([code]) => code === 'PRECONDITION_FAILED')).toHaveLength(19);
    expect(values).toContainEqual(await stage.stored('videosite', K1));
  });

  it('credentials are changed by one of twenty concurrent requests with the same version', async () => {
    const { updatedAt } = await stage.get('videosite');
    const ifMatch = [versionOf(new Date(updatedAt as string))];
    const changes = Array.from({ length: 20 }, (_, index) =>
      codesOf(stage.set('videosite', { apiKey: `k-${index}` }, { ifMatch })),
    );
    const answers = await Promise.all(changes);
    expect(answers.filter(([code]) => code === 'done')).toHaveLength(1);
  });

  it('come from the environment as a whole until a field is stored and after all are cleared', async () => {
    const described = await stage.get('codehost');
    expect(described).toMatchObject({ source: 'environment', updatedAt: null });
    expect(valuesOf(described)).toEqual({ clientId: 'from-environment', clientSecret: null });
    expect((await stage.get('microblog')).source).toBeNull();
    expect(await codesOf(stage.set('codehost', { clientId: 'mixed' }))).toEqual([
      'VALIDATION_FAILED',
      '/fields/clientSecret REQUIRED',
    ]);
    expect(valuesOf(await stage.set('codehost', { clientId: 'own', clientSecret: 'own' }))).toMatchObject({
      clientId: 'own',
    });
    const cleared = await stage.clear('codehost', ['clientId', 'clientSecret']);
    expect([cleared.source, valuesOf(cleared)]).toEqual([
      'environment',
      { clientId: 'from-environment', clientSecret: null },
    ]);
  });

  it('credentials that cannot be decrypted are reported, do not affect others, and can be stored again', async () => {
    const CODEHOST = { clientId: 'own', clientSecret: 'own' };
    await stage.set('codehost', CODEHOST);
    await stage.set('chatcomm', CHATCOMM);
    await stage.db.execute(sql`UPDATE credential SET fields = jsonb_set(fields, '{clientId}', '"v1.k1.AAAA"')
      WHERE provider = 'codehost'`);
    const { items } = await stage.ask(listCredentials, {});
    expect(items.filter(({ readable }) => !readable)).toEqual([await stage.get('codehost')]);
    expect(await stage.get('codehost')).toMatchObject({
      source: 'stored',
      fields: [
        { name: 'clientId', set: true, value: null },
        { name: 'clientSecret', set: true, value: null },
      ],
    });
    expect(await test('codehost')).toMatchObject({ outcome: 'not_readable' });
    const providers = async () => (await stage.bus.call(listOAuthProviders, {})).providers;
    expect(await providers()).toContain('chatcomm');
    expect(await providers()).not.toContain('codehost');
    expect(await stage.set('codehost', CODEHOST)).toMatchObject({ readable: true });
    expect(await providers()).toContain('codehost');
    await stage.clear('codehost', ['clientId', 'clientSecret']);
  });

  it('return the mail server to the notifier alone', async () => {
    const sender = () => stage.bus.call(readMailSender, {});
    expect(await sender()).toEqual({ smtpUrl: null, from: null });
    const smtpUrl = 'smtps://me:password@mail.example:465';
    await expect(stage.set('email_sender', { smtpUrl: 'https://mail.example' })).rejects.toThrow();
    await stage.set('email_sender', { smtpUrl, from: 'quests@mail.example' });
    expect(await sender()).toEqual({ smtpUrl, from: 'quests@mail.example' });
    await stage.set('email_sender', { smtpUrl: null, from: null });
    expect(await sender()).toEqual({ smtpUrl: null, from: null });
    const other = new Bus(stage.nats.urlOf('gateway'), 'gateway', pino({ level: 'silent' }));
    await other.connect();
    await expect(other.call(readMailSender, {})).rejects.toThrow();
    await other.close();
  });

  it('accept any request or refuse it with VALIDATION_FAILED', async () => {
    const name = fc.oneof(fc.constantFrom('botToken', 'webhookSecret', '__proto__', 'constructor'), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue()), async (fields) => {
        const [code] = await codesOf(stage.set('messenger', fields));
        expect(['done', 'VALIDATION_FAILED']).toContain(code);
      }),
      { numRuns: 200 },
    );
  });

  describe('are tested', () => {
    beforeEach(() => {
      stage.platforms.asked.length = 0;
      stage.platforms.state.answer = 'right';
    });

    it('by a request to the provider with the current values, once a minute on each replica', async () => {
      stage.platforms.state.token = 'tested-1';
      await stage.set('chatcomm', { botToken: 'tested-1' });
      const found = await Promise.all(Array.from({ length: 20 }, () => test('chatcomm')));
      expect(new Set(found.map(({ outcome, detail }) => `${outcome}: ${detail}`))).toEqual(
        new Set([
          'works: Client id and secret were accepted. The bot token was accepted, and the bot can read the text of messages.',
        ]),
      );
      const read = stage.platforms.asked.filter((asked) => asked.startsWith('GET'));
      expect(read.length).toBeLessThanOrEqual(2);
      expect(new Set(read)).toEqual(new Set(['GET /applications/@me Bot tested-1']));
      // A change through one replica makes both test again at once.
      await stage.set('chatcomm', { botToken: 'tested-2' });
      const later = await Promise.all(Array.from({ length: 20 }, () => test('chatcomm')));
      expect(new Set(later.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    });

    it('without quoting the answer of the provider, which may contain the secret', async () => {
      stage.platforms.state.token = 'another';
      await stage.set('messenger', { botToken: '12:canary' });
      expect(await test('messenger')).toMatchObject({
        outcome: 'refused',
        detail: 'It was answered with status 401. Check botToken.',
      });
      expect(stage.platforms.asked).toEqual(['GET /bot12:canary/getMe']);
    });

    it('for four seconds at most', async () => {
      stage.platforms.state.answer = 'hang';
      await stage.set('messenger', { botToken: '12:hanging' });
      const begun = performance.now();
      expect(await test('messenger')).toMatchObject({ outcome: 'no_answer' });
      expect(performance.now() - begun).toBeLessThan(4_800);
      stage.platforms.state.answer = 'outage';
      await stage.set('messenger', { botToken: '12:outage' });
      expect(await test('messenger')).toMatchObject({
        outcome: 'no_answer',
        detail: 'It was answered with status 503.',
      });
    });

    it('not if a required field is missing, or if the provider has no request to test with', async () => {
      expect(await test('oauth_idp')).toMatchObject({
        outcome: 'not_set',
        detail: 'Set issuer, clientId, and clientSecret first.',
      });
      expect(await test('email_sender')).toMatchObject({ outcome: 'no_answer' });
      expect(await test('payments')).toMatchObject({ outcome: 'disabled' });
      await test('codehost');
      const basic = Buffer.from('from-environment:environment-secret').toString('base64');
      expect(stage.platforms.asked).toEqual([`GET /rate_limit Basic ${basic}`]);
    });

    it('not where an operator names an address that is not public', async () => {
      await stage.set('oauth_idp', { issuer: stage.platforms.url, clientId: 'id', clientSecret: 'environment-secret' });
      expect(await test('oauth_idp')).toMatchObject({
        outcome: 'misconfigured',
        detail: 'No answer: an address that is not public, or public and not https.',
      });
      expect(stage.platforms.asked).toEqual([]);
    });
  });

  it('the tests of credentials are visible to another replica after the one that stored them stopped', async () => {
    const [one, other] = stage.replicas;
    await other.stop();
    await stage.set('videosite', { clientId: 'by-one' });
    await Promise.all([one.kill(), other.restart()]);
    expect(valuesOf(await stage.get('videosite'))).toMatchObject({ clientId: 'by-one' });
    await one.restart();
  });

  it('credentials cannot be changed by an operator whose demotion or suspension was confirmed', async () => {
    const id = `svcadmin_${'b'.repeat(32)}`;
    const change = (provider: CredentialProvider, fields: object) =>
      codesOf(stage.ask(setCredential, { provider, fields: fields as Record<string, unknown>, adminId: id }, id));
    expect(await change('chatcomm', { clientId: '1' })).toEqual(['done']);
    const access = { adminId: id, role: 'platform_moderator', status: 'active' } as const;
    await stage.bus.call(setCredentialOperatorAccess, { ...access, version: 2 });
    expect(await change('chatcomm', { clientId: '2' })).toEqual(['FORBIDDEN']);
    await stage.bus.call(setCredentialOperatorAccess, {
      ...access,
      role: 'super_admin',
      version: 3,
      status: 'suspended',
    });
    expect(await change('chatcomm', { clientId: '2' })).toEqual(['UNAUTHENTICATED']);
    const occurredAt = new Date().toISOString();
    const data = { ...access, role: 'super_admin', version: 4 };
    const event = { id: newId(), type: 'admin.updated', version: 1, occurredAt, aggregateId: id, data };
    await jetstream(stage.bus.connection).publish('events.admin.updated', JSON.stringify(event));
    await waitFor(async () => (await change('chatcomm', { clientId: '3' }))[0] === 'done');
  });
});
