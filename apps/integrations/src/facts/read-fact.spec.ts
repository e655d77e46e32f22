import { startEmulators, type Emulators } from '@questp/emulators';
import { findLinkedGrant } from '@questp/messages/identity';
import {
  readCodehostFork,
  readCodehostRepository,
  readCodehostStar,
  readLaunchsitePost,
  readVideositeChannel,
} from '@questp/messages/integrations';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey, waitFor } from '@questp/testing';
import { integrations } from '../service.js';
import { Browser, type Call } from '../testing/browser.fixture.js';

const PUBLIC_URL = 'https://api.example.org';
const userId = `svcuser_${'a'.repeat(32)}`;
const repository = 'orbit/orbit-core';

describe('facts of the code host', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let grantId: string | null = null;
  let relinkNeeded = false;

  const call: Call = (contract, request) => {
    const operation = contract.http[0]?.id ?? '';
    return service.call(contract, request, { operation, principal: null });
  };
  const link = async (person: string) => {
    const browser = new Browser(call, 'codehost');
    const code = (await browser.through(person)).searchParams.get('code') ?? '';
    ({ grantId } = await browser.redeem(code));
  };
  const star = (of = repository) => service.call(readCodehostStar, { userId, repository: of });

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('codehost', `${PUBLIC_URL}/v1/auth/oauth/callback/codehost`);
    const env = { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
    service = await startTestService(integrations, { env });
    service.bus.answer(findLinkedGrant, () => ({ grantId, accountId: grantId, relinkNeeded }));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  beforeEach(() => {
    emulators.clearFaults();
    grantId = null;
    relinkNeeded = false;
  });

  it('report whether a linked account has starred a repository', async () => {
    await link('earner-1');
    expect(await star()).toEqual({
      status: 'found',
      value: { accountId: '90000006', repository, repositoryId: '80000001', isStarred: true },
      detail: null,
      retryAt: null,
    });
    expect(await star('orbit/empty')).toMatchObject({ status: 'found', value: { isStarred: false } });
    expect(await star('orbit/other')).toMatchObject({ status: 'unsupported' });
    await link('no-channel');
    expect(await star()).toMatchObject({ status: 'found', value: { isStarred: false } });
  });

  it('facts of the code host require a linked account whose tokens are valid', async () => {
    expect(await star()).toMatchObject({ status: 'not_linked', value: null });
    await link('earner-2');
    emulators.arm('codehost', { kind: 'revoked_token' });
    expect(await star()).toMatchObject({ status: 'relink' });
    expect(await star()).toMatchObject({ status: 'relink' });
  });

  it('facts of the code host require a valid consent, unless only the id of the account is read', async () => {
    await link('earner-1');
    relinkNeeded = true;
    expect(await star()).toMatchObject({ status: 'relink', value: null });
    expect(await service.call(readCodehostFork, { userId, repository })).toMatchObject({ status: 'found' });
  });

  it.each(['outage', 'rate_limited', 'secondary_limit', 'forbidden', 'hang', 'drip'])(
    'A-12: are unavailable at %s',
    async (kind) => {
      await link('earner-3');
      emulators.arm('codehost', { kind, route: 'starred' });
      expect(await star()).toMatchObject({ status: 'unavailable', value: null });
      expect(await star()).toMatchObject({ status: 'found' });
    },
  );

  it('facts of the code host are unavailable while a platform sends its answers, or the token, byte by byte', async () => {
    await link('earner-6');
    emulators.arm('codehost', { kind: 'drip', probability: 1 });
    emulators.arm('launchsite', { kind: 'drip', route: 'token', probability: 1 });
    const answers = [
      service.call(readCodehostFork, { userId, repository }),
      service.call(readLaunchsitePost, { slug: 'orbit' }),
    ];
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 'unavailable' });
  });

  it.each(['rate_limited', 'secondary_limit'])(
    'report at %s when the code host accepts requests again',
    async (kind) => {
      await link('earner-4');
      emulators.arm('codehost', { kind, route: 'starred' });
      const { retryAt } = await star();
      expect(Date.parse(retryAt ?? '')).toBeGreaterThan(Date.now());
    },
  );

  it('return the name of a repository in the spelling of the code host', async () => {
    expect(await service.call(readCodehostRepository, { repository: 'Orbit/ORBIT-core' })).toEqual({
      status: 'found',
      value: { repository, repositoryId: '80000001' },
      detail: null,
      retryAt: null,
    });
    expect(await service.call(readCodehostRepository, { repository: 'orbit/other' })).toMatchObject({
      status: 'not_found',
    });
    emulators.arm('codehost', { kind: 'outage', route: 'repository' });
    expect(await service.call(readCodehostRepository, { repository })).toMatchObject({ status: 'unavailable' });
  });

  it('A-73: of a code host that hangs are unavailable within a bounded time, and delay no other platform', async () => {
    await link('earner-5');
    emulators.arm('codehost', { kind: 'hang', route: 'starred', probability: 1 });
    // On a busy machine the other platform may answer after the bounded time, but not each time.
    await waitFor(async () => {
      const hanging = Array.from({ length: 40 }, () => star());
      const other = service.call(readVideositeChannel, { channelId: 'UCOrbitEmulatedChannel01' });
      const { status } = await Promise.race([...hanging, other]);
      for (const answer of await Promise.all(hanging)) expect(answer).toMatchObject({ status: 'unavailable' });
      return status === 'found';
    });
  });
});
