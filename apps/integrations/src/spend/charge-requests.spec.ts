import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { mostMicros, readMicroblogPosts, readMicroblogFollow, readCodehostStar } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import type { Quota } from '../description/quota.js';
import { integrations } from '../service.js';
import { ChargeRequests, type ChargedRequest } from './charge-requests.js';

const follow = readMicroblogFollow.cost;
const posts = readMicroblogPosts.cost;

describe('charged requests', () => {
  let service: TestService<object>;
  let projectId: string;
  let campaignId: string;

  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1') } });
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(async () => {
    [projectId, campaignId] = [randomUUID(), randomUUID()];
    await service.db.execute(sql`DELETE FROM quota_use`);
    await service.db.execute(sql`DELETE FROM quota_holder_use`);
  });

  const admit = (budgetUsd: string | null, more: Partial<ChargedRequest> = {}) =>
    service.get(ChargeRequests).admit({
      provider: 'microblog',
      title: 'microblog',
      cost: follow,
      quota: undefined,
      payer: { projectId, campaignId, budgetUsd },
      userId: undefined,
      ...more,
    });
  const sums = async () => {
    const row = await service.db.row<{ spent: number; requests: number; listed: number }>(sql`
      SELECT coalesce((SELECT spent_micros FROM campaign_spend WHERE campaign_id = ${campaignId}), 0)::int AS spent,
        coalesce(sum(requests), 0)::int AS requests, coalesce(sum(spent_micros), 0)::int AS listed
      FROM platform_spend WHERE project_id = ${projectId}`);
    return row ?? { spent: 0, requests: 0, listed: 0 };
  };
  const reached = () =>
    service.db.rows(sql`SELECT data FROM outbox
      WHERE type = 'integration.budget_reached' AND aggregate_id = ${campaignId} ORDER BY seq`);
  const level = (name: string, budgetUsd: string) => ({ data: { projectId, campaignId, level: name, budgetUsd } });

  it('charged requests are counted by the resources of their answers', async () => {
    const settle = await admit(null, { cost: posts });
    expect(await sums()).toEqual({ spent: mostMicros(posts), requests: 1, listed: mostMicros(posts) });
    await settle(3);
    expect(await sums()).toEqual({ spent: 15_000, requests: 1, listed: 15_000 });
    await (
      await admit(null, { cost: posts })
    )(0);
    expect(await sums()).toEqual({ spent: 15_000, requests: 2, listed: 15_000 });
    await (
      await admit(null, { cost: posts })
    )(undefined);
    expect(await sums()).toEqual({ spent: 15_000, requests: 2, listed: 15_000 });
  });

  it('never exceed the budget: its last cents admit one of 20 concurrent requests', async () => {
    await (
      await admit('0.02')
    )(1);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => admit('0.02')));
    const admitted = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(admitted).toHaveLength(1);
    expect(all.find((one) => one.status === 'rejected')).toMatchObject({ reason: { status: 'over_budget' } });
    expect(await sums()).toEqual({ spent: 20_000, requests: 2, listed: 20_000 });
    await Promise.all(admitted.map((settle) => settle(1)));
    expect(await sums()).toEqual({ spent: 20_000, requests: 2, listed: 20_000 });
    const levels = (await reached()).toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    expect(levels).toEqual([level('nearly_used', '0.02'), level('used', '0.02')]);
  });

  it('report once for each budget that it is nearly used, and once that it is used', async () => {
    const spend = async (budgetUsd: string, times: number) => {
      for (let time = 0; time < times; time += 1)
        await admit(budgetUsd).then(
          (settle) => settle(1),
          () => undefined,
        );
    };
    await spend('0.10', 7);
    expect(await reached()).toEqual([]);
    await spend('0.10', 2);
    expect(await reached()).toEqual([level('nearly_used', '0.10')]);
    await spend('0.10', 3);
    expect(await reached()).toEqual([level('nearly_used', '0.10'), level('used', '0.10')]);
    await spend('0.20', 20);
    expect((await reached()).slice(2)).toEqual([level('nearly_used', '0.20'), level('used', '0.20')]);
    expect(await sums()).toEqual({ spent: 200_000, requests: 20, listed: 200_000 });
  });

  it('without a price need no budget; with a budget of 0 all others are refused', async () => {
    await (
      await admit('0', { provider: 'codehost', cost: readCodehostStar.cost })
    )(0);
    await expect(admit('0')).rejects.toMatchObject({ status: 'over_budget' });
    expect(await reached()).toEqual([level('used', '0')]);
    expect(await sums()).toEqual({ spent: 0, requests: 1, listed: 0 });
  });

  const owner = () => `svcuser_${randomUUID().replaceAll('-', '')}`;
  const used = () =>
    service.db.row<{ all: number; each: number }>(sql`
      SELECT (SELECT sum(used)::int FROM quota_use) AS all, (SELECT sum(used)::int FROM quota_holder_use) AS each`);
  const quota: Quota = { of: 'requests', most: 40, window: 'day', timeZone: 'America/Los_Angeles' };

  it('leave the quota of the platform to other projects, and are refused until the window ends', async () => {
    const ask = (id: string) =>
      admit(null, { provider: 'videosite', quota, payer: { projectId: id, campaignId, budgetUsd: null } });
    const hostile = await Promise.allSettled(Array.from({ length: 60 }, () => ask(projectId)));
    const count = hostile.filter(({ status }) => status === 'fulfilled').length;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThan(40);
    const refused = hostile.find((one) => one.status === 'rejected');
    expect(refused).toMatchObject({ reason: { status: 'unavailable', retryAt: expect.any(Date) as Date } });
    const other = randomUUID();
    await Promise.all([ask(other), ask(other)]);
    expect(await used()).toEqual({ all: count + 2, each: count + 2 });
  });

  it('charged requests of all projects of one owner share one part of the quota', async () => {
    const ask = (ownerId: string) =>
      admit(null, {
        ...{ provider: 'videosite', quota },
        payer: { projectId: randomUUID(), ownerId, campaignId: randomUUID(), budgetUsd: null },
      });
    const [hostile, other] = [owner(), owner()];
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => ask(hostile)));
    const count = all.filter(({ status }) => status === 'fulfilled').length;
    expect(count).toBeLessThan(40);
    expect(all.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { status: 'unavailable', message: expect.stringContaining('The team has used') as string },
    });
    await Promise.all([ask(other), ask(other)]);
    expect(await used()).toEqual({ all: count + 2, each: count + 2 });
  });

  it('charged requests of one earner are limited to a share of the quota in each window, over all projects', async () => {
    const userId = owner();
    const ask = (who: string) =>
      admit(null, {
        ...{ provider: 'videosite', quota: { ...quota, most: 400 }, userId: who },
        payer: { projectId: randomUUID(), campaignId: randomUUID(), budgetUsd: null },
      });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => ask(userId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(all.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { status: 'unavailable', retryAt: expect.any(Date) as Date },
    });
    await ask(owner());
    await service.db.execute(sql`UPDATE quota_holder_use SET starts_at = starts_at - interval '1 day'`);
    await ask(userId);
  });

  it('charged requests of a campaign without its own budget are refused at the default budget, after a report to its team', async () => {
    await service.db.execute(sql`
      INSERT INTO campaign_spend (campaign_id, project_id, spent_micros)
      VALUES (${campaignId}, ${projectId}, 99990000)`);
    await (
      await admit(null)
    )(1);
    await expect(admit(null)).rejects.toMatchObject({ status: 'over_budget' });
    expect(await reached()).toEqual([level('nearly_used', '100'), level('used', '100')]);
  });

  it('never exceed a budget and lose no cent, for any sequence of concurrent requests', async () => {
    const answer = fc.option(fc.nat(100), { nil: undefined });
    const request = fc.record({ isList: fc.boolean(), answer });
    const budget = fc.integer({ min: 0, max: 300 });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), budget, async (requests, cents) => {
        campaignId = randomUUID();
        projectId = randomUUID();
        const budgetUsd = (cents / 100).toFixed(2);
        let spent = 0;
        await Promise.all(
          requests.map(async ({ isList, answer: resources }) => {
            const cost = isList ? posts : follow;
            const settle = await admit(budgetUsd, { cost }).catch(() => undefined);
            const during = await sums();
            expect(during.spent).toBeLessThanOrEqual(cents * 10_000);
            await settle?.(resources);
            if (settle) spent += isList ? 5_000 * (resources ?? 0) : 10_000 * Math.min(resources ?? 0, 1);
          }),
        );
        const { spent: kept, listed } = await sums();
        expect([kept, listed]).toEqual([spent, spent]);
      }),
      { numRuns: 25 },
    );
  });
});
