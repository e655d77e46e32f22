import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulators, type Emulators } from '@questp/emulators';
import {
  INTEGRATIONS,
  readChatcommSetup,
  readIntegrationsHealth,
  readVideositeSubscription,
} from '@questp/messages/integrations';
import { testMailServer } from '@questp/messages/notifier';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';
import { ChargeRequests } from '../spend/charge-requests.js';

describe('the health of integrations', () => {
  let emulators: Emulators;
  let directory: string;
  let service: TestService<object>;
  let answer: (response: ServerResponse) => void;
  let asked = 0;
  const hostile = createServer((_, response) => {
    asked += 1;
    answer(response);
  });
  let url: string;

  const start = async (more: NodeJS.ProcessEnv = {}) => {
    service = await startTestService(integrations, {
      env: {
        ...emulators.environment,
        PUBLIC_URL: 'https://api.example',
        FILES_DIR: directory,
        MASTER_KEYS: newMasterKey('dev1'),
        ...more,
      },
    });
    service.bus.answer(testMailServer, () => ({ outcome: 'works', detail: 'It signed in.', sentLastDay: 950 }));
  };
  const read = async () => {
    const { items } = await service.call(readIntegrationsHealth, {});
    return Object.fromEntries(items.map(({ name, ...item }) => [name, item]));
  };

  beforeAll(async () => {
    hostile.listen(0, '127.0.0.1');
    [emulators, directory] = await Promise.all([startEmulators(), mkdtemp(join(tmpdir(), 'health-'))]);
    url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  }, 60_000);
  beforeEach(() => {
    asked = 0;
    emulators.clearFaults();
    emulators.resetState();
    emulators.clearJournal();
  });
  afterEach(async () => {
    hostile.closeAllConnections();
    await service.stop();
  });
  afterAll(async () => {
    await emulators.stop();
    hostile.close();
    await once(hostile, 'close').catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  });

  it('the health of integrations has one entry for each integration, with the next step and without secrets', async () => {
    await start();
    const health = await read();
    expect(Object.keys(health)).toEqual([...INTEGRATIONS]);
    expect(health).toMatchObject({
      microblog: { status: 'up', quota: { remaining: 2_000_000, limit: 2_000_000 } },
      chatcomm: { status: 'up', detail: expect.stringContaining('can read the text of messages') as string },
      codehost: { status: 'up', quota: { limit: 5_000 } },
      videosite: { status: 'up', quota: { remaining: 10_000, limit: 10_000 } },
      messenger: { status: 'up' },
      messenger_webhook: { status: 'not_set_up', detail: expect.stringContaining('register-webhook') as string },
      email_sender: { status: 'up', quota: null },
      ai_provider: { status: 'not_set_up', detail: 'Set baseUrl and apiKey first.' },
      file_storage: { status: 'up' },
    });
    const secrets = Object.entries(emulators.environment).filter(([name]) => /SECRET|TOKEN$|KEY/.test(name));
    for (const [, secret] of secrets) expect(JSON.stringify(health)).not.toContain(secret);
  });

  it('reports an integration as down after its registered webhook was removed', async () => {
    await start({ MESSENGER_WEBHOOK_SECRET: 'registered' });
    expect((await read())['messenger_webhook']).toMatchObject({
      status: 'down',
      detail: expect.stringContaining('register-webhook') as string,
    });
  });

  it('the health of integrations is checked once for 20 concurrent callers and those of the next minute', async () => {
    await start();
    await Promise.all(Array.from({ length: 20 }, read));
    await read();
    const routes = emulators.journal({ direction: 'in' }).map(({ platform, route }) => `${platform} ${route}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes).toContain('messenger getWebhookInfo');
  });

  it('the health of integrations is not delayed by a platform that hangs, floods or never ends its answer', async () => {
    await start({ PLATFORM_CODEHOST_URL: url, PLATFORM_VIDEOSITE_URL: url });
    const dripping: NodeJS.Timeout[] = [];
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (asked === 1) response.end('x'.repeat(3 * 1024 * 1024));
      else dripping.push(setInterval(() => response.write('{'), 50));
    };
    const begun = performance.now();
    const health = await read();
    expect(performance.now() - begun).toBeLessThan(4_800);
    dripping.forEach(clearInterval);
    expect([health['codehost']?.status, health['videosite']?.status]).toEqual(['down', 'down']);
    expect([health['microblog']?.status, health['file_storage']?.status]).toEqual(['up', 'up']);
  });

  it('reports an invalid answer, a refused plan, a lost capability and a nearly used quota', async () => {
    const mail = { EMAIL_SENDER_SMTP_URL: 'smtp://mail.example', EMAIL_SENDER_DAILY_LIMIT: '1000' };
    await start({ PLATFORM_CODEHOST_URL: url, ...mail });
    const core = { limit: 5_000, remaining: 12, reset: 1_900_000_000 };
    answer = (response) => response.end(JSON.stringify({ resources: { core } }));
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    emulators.arm('microblog', { kind: 'forbidden', route: 'usage', times: 1 });
    emulators.arm('videosite', { kind: 'invalid_json', route: 'languages', times: 1 });
    expect(await read()).toMatchObject({
      codehost: {
        status: 'degraded',
        quota: { remaining: 12 },
        detail: expect.stringContaining('nearly used') as string,
      },
      chatcomm: { status: 'degraded', detail: expect.stringContaining('message content intent') as string },
      microblog: { status: 'degraded', detail: expect.stringContaining('current plan') as string },
      videosite: { status: 'down' },
      email_sender: { status: 'degraded', quota: { remaining: 50, limit: 1_000 } },
    });
  });

  it('derives the quota from counted requests if the platform does not report it', async () => {
    await start({ PLATFORM_VIDEOSITE_DAILY_UNITS: '20' });
    const quota = { of: 'requests', most: 20, window: 'day', timeZone: 'America/Los_Angeles' } as const;
    const cost = readVideositeSubscription.cost;
    for (let n = 0; n < 19; n += 1) {
      const payer = { projectId: randomUUID(), campaignId: null, budgetUsd: null };
      await service
        .get(ChargeRequests)
        .admit({ provider: 'videosite', title: 'video site', cost, quota, payer, userId: undefined });
    }
    const { videosite } = await read();
    expect(videosite).toMatchObject({ status: 'degraded', quota: { remaining: 1, limit: 20 } });
    const hours = (Date.parse(videosite?.quota?.resetsAt ?? '') - Date.now()) / 3_600_000;
    expect(hours > 0 && hours <= 25).toBe(true);
  });

  it('shows the setup of the chat application and its missing steps', async () => {
    await start();
    const setup = () => service.call(readChatcommSetup, {});
    expect(await setup()).toMatchObject({
      installUrl: expect.stringContaining('scope=bot&permissions=66560') as string,
      permissions: '66560',
      messageContent: 'limited',
      hasPublicKey: false,
      missing: [],
    });
    await service.stop();
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    await start();
    expect(await setup()).toMatchObject({ messageContent: 'none', missing: [expect.stringContaining('intent')] });
    await service.stop();
    await start({ CHATCOMM_BOT_TOKEN: 'another' });
    expect(await setup()).toMatchObject({ messageContent: null, missing: [expect.stringContaining('refuses')] });
    await service.stop();
    answer = (response) => response.end('<html>');
    await start({ PLATFORM_CHATCOMM_URL: url });
    expect(await setup()).toMatchObject({ applicationId: null, missing: [expect.stringContaining('try again')] });
    await service.stop();
    await start({ CHATCOMM_CLIENT_ID: '' });
    expect(await setup()).toMatchObject({ installUrl: null, missing: [expect.stringContaining('botToken')] });
  });
});
