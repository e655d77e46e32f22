import { createHmac, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sendBytes } from '@questp/bytes';
import { startEmulators, type Emulators } from '@questp/emulators';
import { findAccountOwner } from '@questp/messages/identity';
import {
  connectByOAuth,
  MAX_CODEHOST_EVENT_BYTES,
  receiveCodehostEvent,
  removeProjectConnection,
  startProjectConnection,
  WEBHOOKS_PER_MINUTE,
} from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { getProjectRole, listWatchedRepositories } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { GiveBackGrants } from '../../oauth/give-back-grants.js';
import { integrations } from '../../service.js';
import { Browser } from '../../testing/browser.fixture.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';
import { SyncHooks } from './sync-hooks.js';

const PUBLIC_URL = 'https://api.example.org';
const CORE = 'orbit/orbit-core';
const CORE_ID = 80_000_001;
const STARRER = 90_000_007;
const userId = `svcuser_${'b'.repeat(32)}`;

interface EmulatedHook {
  id: number;
  repository: number;
  url: string;
  secret: string;
  events: string[];
  contentType: string;
}

describe('webhooks of repositories', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let watched: string[];
  let team: { projectId: string; userId: string; sessionId: string };
  let linked: boolean;

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('codehost', `${PUBLIC_URL}/v1/auth/oauth/callback/codehost`);
    const env = {
      ...emulators.environment,
      ...{ APP_URL: 'https://quests.example.org', STUDIO_URL: 'https://studio.example.org', PUBLIC_URL },
      ...{ FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1') },
    };
    service = await startTestService(integrations, { env });
    service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    service.bus.answer(listWatchedRepositories, () => ({ repositories: watched }));
    service.bus.answer(findAccountOwner, ({ accountId }) => ({
      userId: linked && accountId === String(STARRER) ? userId : null,
    }));
    for (const worker of [GiveBackGrants, SyncHooks, ProcessDeliveries]) {
      await service.get<{ beforeApplicationShutdown(): Promise<void> }>(worker).beforeApplicationShutdown();
    }
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  beforeEach(async () => {
    emulators.clearFaults();
    emulators.resetState();
    await service.db.execute(sql`DELETE FROM codehost_hook`);
    await service.db.execute(sql`DELETE FROM project_connection`);
    watched = [CORE];
    linked = true;
    team = { projectId: randomUUID(), userId: `svcuser_${randomUUID().replaceAll('-', '')}`, sessionId: randomUUID() };
  });

  const connect = async (person = 'verified') => {
    const browser = new Browser((contract, request) => service.call(contract, request), 'codehost');
    const { challenge, verifier } = browser.app;
    const started = await service.call(startProjectConnection, { ...team, provider: 'codehost', challenge });
    const location = await browser.follow(started);
    const address = await browser.finish(await browser.agree(location, { login_hint: person }));
    const code = address.searchParams.get('code') ?? '';
    await service.call(connectByOAuth, { ...team, provider: 'codehost', code, verifier });
  };
  const sync = async () => {
    await service.db.execute(sql`UPDATE project_connection SET hooks_due_at = '-infinity'`);
    await service.db.execute(sql`UPDATE codehost_hook SET leased_until = '-infinity'`);
    await service.get(SyncHooks).execute();
    await service.get(SyncHooks).execute();
  };
  const hooks = () => emulators.items('codehost', 'hooks') as EmulatedHook[];
  const hook = () => hooks()[0] as EmulatedHook;

  const star = { action: 'created', sender: { id: STARRER, login: 'earner-2' } };
  /** Sends the body with the ticket, as the gateway does. */
  const send = async ({ body, ...request }: { hookId: string; headers: Record<string, string>; body: string }) => {
    const { url } = await service.call(receiveCodehostEvent, request);
    await sendBytes(url, Readable.from([Buffer.from(body)]), new AbortController().signal);
  };
  const idIn = ({ url }: EmulatedHook) => url.split('/').at(-1) ?? '';
  const deliver = (
    payload: object,
    options: { of?: EmulatedHook; event?: string; by?: string; id?: string; hookId?: string } = {},
  ) => {
    const { of = hook(), event = 'star', id = randomUUID() } = options;
    const { by = of.secret, hookId = idIn(of) } = options;
    const body = JSON.stringify(payload);
    const headers = {
      'x-hub-signature-256': `sha256=${createHmac('sha256', by).update(body).digest('hex')}`,
      ...{ 'x-github-event': event, 'x-github-delivery': id },
    };
    return send({ hookId, headers, body });
  };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => (error as AppError).code,
    );
  const process = async () => {
    while (await service.get(ProcessDeliveries).round());
  };
  let seen = 0;
  const reports = async () => {
    const all = await service.events('integration.fact_observed', userId);
    const fresh = all.slice(seen);
    seen = all.length;
    return fresh;
  };

  it('webhooks of repositories are created with their own secret, also after the process died, and are removed after the last quest', async () => {
    await connect();
    await sync();
    expect(hooks()).toHaveLength(1);
    expect(hook()).toMatchObject({
      ...{ repository: CORE_ID, contentType: 'json' },
      events: ['star', 'fork', 'push', 'pull_request', 'issues'],
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      url: expect.stringMatching(/^https:\/\/api\.example\.org\/v1\/codehost\/webhook\/[\w-]{36}$/) as string,
    });
    // It died after the code host had created it.
    await service.db.execute(sql`UPDATE codehost_hook SET hook_id = NULL`);
    await sync();
    expect(hooks()).toHaveLength(1);
    watched = [];
    await sync();
    expect(hooks()).toHaveLength(0);
    expect(await service.db.rows(sql`SELECT FROM codehost_hook`)).toEqual([]);
  });

  it('webhooks of repositories are created and removed under a former name of the repository', async () => {
    const [core] = emulators.items('codehost', 'repositories');
    emulators.put('codehost', 'repositories', { ...core, name: 'renamed', formerNames: [CORE] });
    await connect();
    await sync();
    expect(hook()).toMatchObject({ repository: CORE_ID });
    watched = [];
    await sync();
    expect(hooks()).toHaveLength(0);
  });

  it('webhooks of repositories are removed with the connection, before its consent is revoked', async () => {
    await connect();
    await sync();
    emulators.arm('codehost', { kind: 'outage', route: 'remove_hook' });
    const { projectId, userId: by } = team;
    await service.call(removeProjectConnection, { projectId, userId: by, provider: 'codehost' });
    await sync();
    expect(hooks()).toHaveLength(1);
    await service.get(GiveBackGrants).execute();
    await sync();
    expect(hooks()).toHaveLength(0);
    expect(await service.get(GiveBackGrants).execute()).toBe(true);
  });

  it('webhooks of repositories are not created where the connected account does not administer the repository', async () => {
    await connect('earner-2');
    await sync();
    expect(hooks()).toHaveLength(0);
    emulators.clearJournal();
    await service.get(SyncHooks).execute();
    expect(emulators.journal({ platform: 'codehost' })).toEqual([]);
  });

  it('report a fact when a linked account acts in the repository', async () => {
    await connect();
    await sync();
    await reports();
    await deliver(star);
    await process();
    expect(await reports()).toEqual([{ userId, provider: 'codehost' }]);
    const [doer, other] = [{ id: STARRER }, { id: 1 }];
    for (const [event, payload, isReported] of [
      ['star', { action: 'deleted', sender: doer }, false],
      ['fork', { sender: doer }, true],
      ['push', { sender: doer }, true],
      ['pull_request', { action: 'closed', sender: other, pull_request: { user: doer } }, true],
      ['pull_request', { action: 'closed', sender: doer, pull_request: { user: other } }, false],
      ['issues', { action: 'opened', sender: doer, issue: { user: doer } }, true],
      ['ping', { sender: doer }, false],
      ['star', { action: 'created', sender: { id: '../x' } }, false],
      ['star', { action: 'created', sender: null }, false],
    ] as const) {
      await deliver(payload, { event });
      await process();
      expect([event, (await reports()).length]).toEqual([event, isReported ? 1 : 0]);
    }
    linked = false;
    await deliver(star);
    await process();
    expect(await reports()).toEqual([]);
  });

  it('A-68: take nothing without the signature of the webhook over the very body', async () => {
    await connect();
    await sync();
    expect(await outcome(deliver(star, { by: 'wrong' }))).toBe('UNAUTHENTICATED');
    expect(await outcome(deliver(star, { hookId: randomUUID() }))).toBe('UNAUTHENTICATED');
    const hookId = idIn(hook());
    for (const given of ['', 'sha256=']) {
      const headers = { 'x-hub-signature-256': given };
      const sent = send({ hookId, headers, body: '{}' });
      expect(await outcome(sent)).toBe('UNAUTHENTICATED');
    }
    const signature = createHmac('sha256', hook().secret).update('{}').digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'star' };
    expect(await outcome(send({ hookId, headers, body: '{} ' }))).toBe('UNAUTHENTICATED');
    expect(await outcome(send({ hookId, headers, body: '{}' }))).toBe('BAD_REQUEST');
    // Of a webhook that has ended.
    const ended = hook();
    watched = [];
    await sync();
    expect(await outcome(deliver(star, { of: ended }))).toBe('UNAUTHENTICATED');
  });

  it('accept a push of 300 commits and a body of up to 25 MB', async () => {
    await connect();
    await sync();
    await reports();
    const text = 'One change "with" \\ signs, é and 漢字'.repeat(14);
    const commits = Array.from({ length: 300 }, (_, n) => ({ id: n.toString(16).padStart(40, '0'), message: text }));
    const id = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      expect(await outcome(deliver({ commits, sender: { id: STARRER } }, { event: 'push', id }))).toBe('ok');
    }
    await process();
    expect(await reports()).toHaveLength(1);
    const sized = (size: number) => {
      const event = { pull_request: { body: '', user: { id: STARRER } } };
      event.pull_request.body = 'x'.repeat(size - JSON.stringify(event).length);
      return outcome(deliver(event, { event: 'pull_request' }));
    };
    expect(await sized(MAX_CODEHOST_EVENT_BYTES)).toBe('ok');
    await process();
    expect(await reports()).toHaveLength(1);
    expect(await sized(MAX_CODEHOST_EVENT_BYTES + 1)).toBe('PAYLOAD_TOO_LARGE');
  });

  it('A-69: a delivery that comes 20 times at once is processed once, whatever came between', async () => {
    await connect();
    await sync();
    await reports();
    const id = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => deliver(star, { id })));
    await deliver({ action: 'deleted', sender: { id: STARRER } });
    await process();
    await deliver(star, { id });
    await process();
    expect(await reports()).toHaveLength(1);
  });

  it('webhooks of repositories are processed by another replica if the one that claimed them dies', async () => {
    await connect();
    await sync();
    await reports();
    await deliver(star);
    await service.db.execute(sql`
      UPDATE webhook_delivery SET tries = 1, leased_until = now() + interval '30 seconds' WHERE body IS NOT NULL`);
    await process();
    expect(await reports()).toEqual([]);
    await service.db.execute(sql`UPDATE webhook_delivery SET leased_until = now() - interval '1 second'`);
    await process();
    expect(await reports()).toHaveLength(1);
  });

  it('webhooks of repositories are limited in requests per minute, each webhook on its own', async () => {
    await connect();
    await sync();
    const hookId = idIn(hook());
    await service.db.execute(sql`
      INSERT INTO webhook_delivery (provider, receiver, delivery_id)
      SELECT 'codehost', ${hookId}, n::text FROM generate_series(1, ${WEBHOOKS_PER_MINUTE}) n`);
    expect(await outcome(deliver(star))).toBe('RATE_LIMITED');
    await service.db.execute(sql`UPDATE webhook_delivery SET receiver = 'another' WHERE receiver = ${hookId}`);
    expect(await outcome(deliver(star))).toBe('ok');
  });
});
