import { createHmac, randomUUID } from 'node:crypto';
import { findAccountOwner, findLinkedGrant } from '@questp/messages/identity';
import {
  connectByOAuth,
  listProjectConnections,
  removeProjectConnection,
  startProjectConnection,
  testCredential,
  testProjectConnection,
} from '@questp/messages/integrations';
import { getProjectRole } from '@questp/messages/quests';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrationsWith } from '../service.js';
import { Browser, type Call } from '../testing/browser.fixture.js';
import { readBadge, receiveBadgeEvent } from '../testing/test-platform/contracts.fixture.js';
import { LostSites } from '../testing/test-platform/lost-sites.fixture.js';
import { testPlatform } from '../testing/test-platform/test-platform.fixture.js';
import { startTestSite, type TestSite } from '../testing/test-platform/test-site.fixture.js';
import { ProcessDeliveries } from '../webhooks/process-deliveries.js';
import { PLATFORMS } from './index.js';

const provider = 'codehost';
const userId = `svcuser_${'a'.repeat(32)}`;
const clientSecret = 'the-secret';

describe('a platform that is added by its folder and one line of the list', () => {
  let site: TestSite;
  let service: TestService<object>;
  const call: Call = (contract, request) => service.call(contract, request);

  beforeAll(async () => {
    site = await startTestSite();
    const env = {
      ...{ FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL: 'https://api.example.org' },
      ...{ CODEHOST_CLIENT_ID: 'the-client', CODEHOST_CLIENT_SECRET: clientSecret, TEST_SITE_URL: site.url },
    };
    service = await startTestService(integrationsWith({ ...PLATFORMS, codehost: testPlatform }), { env });
    service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await site.stop();
  });

  const link = async () => {
    const browser = new Browser(call, provider);
    const sessionId = randomUUID();
    const code = (await browser.through('anybody', { sessionId })).searchParams.get('code') ?? '';
    return browser.redeem(code, sessionId);
  };

  it('the credential of an added platform is tested by the request that its description names', async () => {
    expect(await call(testCredential, { provider })).toMatchObject({
      outcome: 'works',
      detail: 'The test platform answers.',
    });
  });

  it('proves the account of a user who signs in there', async () => {
    const browser = new Browser(call, provider);
    const code = (await browser.through('anybody')).searchParams.get('code') ?? '';
    expect(await browser.redeem(code)).toMatchObject({ provider, accountId: '7', handle: 'Ada' });
  });

  it('connects a project, tests the connection, and is called when the connection is removed', async () => {
    const team = { projectId: randomUUID(), userId, sessionId: randomUUID() };
    const browser = new Browser(call, provider);
    const { challenge, verifier } = browser.app;
    const location = await browser.follow(await call(startProjectConnection, { ...team, provider, challenge }));
    const back = await browser.finish(await browser.agree(location, {}));
    await call(connectByOAuth, { ...team, provider, code: back.searchParams.get('code') ?? '', verifier });
    const { projectId } = team;
    expect((await call(listProjectConnections, { projectId })).items).toMatchObject([{ provider, name: 'Ada' }]);
    expect(await call(testProjectConnection, { projectId, provider, userId })).toMatchObject({
      outcome: 'works',
      detail: 'The test platform accepts the connection.',
    });
    await call(removeProjectConnection, { projectId, provider, userId });
    expect(service.get(LostSites).accounts).toEqual(['7']);
  });

  it('answers its fact about the linked account', async () => {
    const { grantId, accountId } = await link();
    service.bus.answer(findLinkedGrant, () => ({ grantId, accountId, relinkNeeded: false }));
    expect(await call(readBadge, { userId })).toMatchObject({
      status: 'found',
      value: { accountId: '7', hasBadge: true },
    });
  });

  it('the events of the webhook of an added platform are verified, and processed by its handler', async () => {
    service.bus.answer(findAccountOwner, ({ accountId }) => ({ userId: accountId === '7' ? userId : null }));
    const body = JSON.stringify({ id: 'event-1', account: '7' });
    const signature = `sha256=${createHmac('sha256', clientSecret).update(body).digest('hex')}`;
    await expect(call(receiveBadgeEvent, { body, signature: 'sha256=0' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await call(receiveBadgeEvent, { body, signature });
    while (await service.get(ProcessDeliveries).round());
    expect(await service.events('integration.fact_observed', userId)).toEqual([{ userId, provider }]);
  });
});
