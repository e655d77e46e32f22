import { connect } from '@nats-io/transport-node';
import type { Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { admin, e2e, ENVIRONMENT_SECRET, studio } from './stage.fixture.js';

type Provider = Schemas['CredentialProvider'];

/** A test vector of BIP-39. */
const mnemonic =
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold';

const ALL = '/v1/admin/credentials';
const OF_A_PROJECT = '34:canary-g1-7d1e';

describe('Stored credentials', () => {
  /** By the name they are stored under; no value is a prefix of another. */
  const canaries = {
    microblog: { clientId: 'shown', clientSecret: 'canary-a1-5f0c', bearerToken: 'canary-a2-91de' },
    chatcomm: { clientId: 'shown', clientSecret: 'canary-b1-77aa', botToken: 'canary-b2-0c3e' },
    messenger: { botToken: '12:canary-c1-e1f2', webhookSecret: 'canary-c2-88b0' },
    videosite: { clientId: 'shown', clientSecret: 'canary-d1-24dd', apiKey: 'canary-d2-6a6a' },
    launchsite: { clientId: 'shown', clientSecret: 'canary-h1-4c1b' },
    ai_provider: { baseUrl: 'https://shown.example/v1', apiKey: 'canary-e1-3b9c' },
  };
  const refused = [
    'canary-f1-unknown-field',
    `canary-f2-${'x'.repeat(600)}`,
    'canary-f3 with a space',
    'canary-f4-stale',
  ];
  const texts: string[] = [];

  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await admin.call(method, path, { ...(body && { body }), headers });
    texts.push(JSON.stringify([answer.data, answer.error, [...answer.response.headers]]));
    return answer;
  };
  const put = (provider: string, fields: object, headers?: Record<string, string>) =>
    call('PUT', `${ALL}/${provider}`, { fields }, headers);

  /** Forms that a secret can have. */
  const formsOf = (secret: string): string[] => {
    const bytes = Buffer.from(secret);
    const base64 = bytes.toString('base64').replace(/.?=*$/, '');
    return [secret, bytes.toString('hex'), base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  };

  /** Every row of the database, as text. */
  const dump = async (): Promise<string> => {
    const tables = await e2e.sql<{ name: string }>(`
      SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
    const rows = await Promise.all(
      tables.map(({ name }) =>
        e2e.sql<{ text: string | null }>(`SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`),
      ),
    );
    return rows
      .flat()
      .map(({ text }) => text ?? '')
      .join('\n');
  };

  /** Events that are published from now on. */
  const listen = async () => {
    const connection = await connect(e2e.platform.nats.client);
    const events: string[] = [];
    connection.subscribe('events.>', { callback: (_, message) => void events.push(message.string()) });
    return { events, close: () => connection.close() };
  };

  it('A-55 are in no answer, error, log, event, metric or row of the database', async () => {
    const listener = await listen();
    for (const [provider, fields] of Object.entries({ ...canaries, escrow_operator: { mnemonic } })) {
      expect((await put(provider, fields)).response.status).toBe(200);
      await call('GET', `${ALL}/${provider}`);
      await call('POST', `${ALL}/${provider}/test`);
      await put(provider, { other: refused[0] });
      await put(provider, Object.fromEntries(Object.keys(fields).map((name) => [name, refused[1]])));
      await put(provider, Object.fromEntries(Object.keys(fields).map((name) => [name, refused[2]])));
      await put(provider, Object.fromEntries(Object.keys(fields).map((name) => [name, { deep: refused[3] }])));
      expectProblem(
        await put(provider, { ...fields, clientSecret: refused[3] }, { 'if-match': '"stale.hash"' }),
        provider === 'messenger' || provider === 'ai_provider' || provider === 'escrow_operator'
          ? 'VALIDATION_FAILED'
          : 'PRECONDITION_FAILED',
      );
    }
    expectProblem(await put('escrow_ticket', { mnemonic }), 'ESCROW_KEY_IN_USE');
    await call('POST', `${ALL}/codehost/test`);
    const { project } = studio;
    const connected = await studio.client.call('PUT', `/v1/projects/${project.id}/messenger/bot`, {
      body: { botToken: OF_A_PROJECT },
    });
    expectProblem(connected, 'PLATFORM_UNAVAILABLE');
    texts.push(JSON.stringify([connected.error, [...connected.response.headers]]));
    const { items } = (await call('GET', ALL)).data as Schemas['CredentialList'];
    expect(items.find(({ provider }) => provider === 'codehost')?.source).toBe('environment');

    const written = await waitFor(async () => {
      const params = { query: { action: 'credential.changed', limit: 100 } };
      const log = await unwrap(admin.GET('/v1/admin/audit-log', { params }));
      return log.items.length === Object.keys(canaries).length + 1 && log.items;
    });
    expect(written.find(({ subjectId }) => subjectId === ('chatcomm' satisfies Provider))).toMatchObject({
      details: { stored: ['clientId', 'clientSecret', 'botToken'], cleared: [] },
      ip: '127.0.0.1',
    });
    await listener.close();
    const metrics = await Promise.all(
      e2e.platform.services.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/metrics`)).text()),
    );
    const stored = await dump();
    expect(stored).toContain('credential.changed');
    const sinks = {
      answers: texts.join('\n'),
      events: listener.events.join('\n'),
      audit: JSON.stringify(written),
      metrics: metrics.join('\n'),
      database: stored,
      logs: e2e.platform.services.map((service) => service.logs()).join('\n'),
    };
    expect(sinks.events).toContain('credential.changed');
    expect(sinks.metrics).toContain('destination="messenger"');

    const secrets = Object.values(canaries).flatMap((fields) =>
      Object.values(fields).filter((value) => value.includes('canary')),
    );
    const all = [...secrets, ...refused.map((text) => text.slice(0, 12)), mnemonic, ENVIRONMENT_SECRET, OF_A_PROJECT];
    for (const [sink, text] of Object.entries(sinks)) {
      const found = all.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
      expect([sink, found]).toEqual([sink, []]);
    }
  });
});
