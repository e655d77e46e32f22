import { startEmulators, type Emulators } from '@questp/emulators';
import { readOAuthHandle } from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { Database, sql } from '@questp/postgres';
import { Bus, newCallContext, runInContext } from '@questp/service';
import { createTestDatabase, newMasterKey, startNats, startService, waitFor, type TestDatabase } from '@questp/testing';
import { pino } from 'pino';
import { Browser, type Call } from '../testing/browser.fixture.js';

describe('the renewal of tokens, by processes that die', () => {
  let emulators: Emulators;
  let database: TestDatabase;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let db: Database;
  let bus: Bus;
  let service: Awaited<ReturnType<typeof startService>>;
  const call: Call = (contract, request) => {
    const caller = { operation: contract.http[0]?.id ?? '', principal: null };
    return runInContext({ ...newCallContext(), caller }, () => bus.call(contract, request));
  };

  beforeAll(async () => {
    [emulators, database, nats] = await Promise.all([
      startEmulators(),
      createTestDatabase({ migrate: ['integrations'] }),
      startNats(),
    ]);
    const PUBLIC_URL = 'https://api.example.org';
    emulators.allowRedirect('microblog', `${PUBLIC_URL}/v1/auth/oauth/callback/microblog`);
    db = new Database(database.url, { schema: 'integrations', poolSize: 2 });
    service = await startService('integrations', {
      ...emulators.environment,
      ...{ DATABASE_URL: database.urlOf('integrations'), NATS_URL: nats.urlOf('integrations') },
      ...{ FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL },
    });
    bus = new Bus(nats.url, 'spec', pino({ level: 'silent' }));
    await bus.connect();
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await bus.close();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), emulators.stop(), database.drop()]);
  });

  it('a token is renewed by the next request after the lease of a killed process ended', async () => {
    const browser = new Browser(call, 'microblog');
    const code = (await browser.through('earner-1')).searchParams.get('code') ?? '';
    const { grantId, handle } = await browser.redeem(code);
    await db.execute(sql`UPDATE oauth_grant SET expires_at = now()`);
    emulators.arm('microblog', { kind: 'hang', route: 'token' });
    const lost = call(readOAuthHandle, { grantId }).catch(({ code: failed }: AppError) => failed);
    const isLeased = async () => (await db.row(sql`SELECT FROM oauth_grant WHERE leased_until > now()`)) !== undefined;
    await waitFor(isLeased, { what: 'the lease' });
    await service.kill();
    await service.restart();

    // Refused with SERVICE_UNAVAILABLE until the lease has ended.
    expect(await waitFor(() => call(readOAuthHandle, { grantId }), { timeoutMs: 30_000 })).toEqual({ handle });
    expect(await lost).toMatch(/^(SERVICE_UNAVAILABLE|UPSTREAM_TIMEOUT)$/);
    expect(await isLeased()).toBe(false);
  }, 60_000);
});
