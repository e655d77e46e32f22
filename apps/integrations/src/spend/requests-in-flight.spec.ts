import { randomUUID } from 'node:crypto';
import { readMicroblogFollow } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import { startFacts, type FactStage } from '../testing/facts.fixture.js';

describe('requests in flight', () => {
  let stage: FactStage;
  beforeAll(async () => {
    stage = await startFacts('microblog');
    await stage.link('earner-1');
  }, 60_000);
  afterAll(() => stage.stop());

  it('requests in flight are counted at their maximum before they are sent, so that they stay counted if the process dies', async () => {
    const { service, emulators, userId, projectId } = stage;
    const payer = { projectId, campaignId: randomUUID(), budgetUsd: '0.03' };
    const arrived = () => emulators.journal({ platform: 'microblog', route: 'user_by_username' }).length;
    const counted = () =>
      service.db.row(sql`
        SELECT requests::int, spent_micros::int AS spent FROM platform_spend WHERE campaign_id = ${payer.campaignId}`);
    emulators.arm('microblog', { kind: 'hang', route: 'user_by_username', times: 3 });
    const read = () => service.call(readMicroblogFollow, { userId, handle: 'orbit_hq', payer });

    const reads = Promise.all([read(), read(), read()]);
    await waitFor(() => arrived() === 3, { what: 'the requests at the platform' });

    expect(await counted()).toEqual({ requests: 3, spent: 30_000 });
    // They take up the budget until the platform answers.
    expect(await read()).toMatchObject({ status: 'over_budget' });
    expect(arrived()).toBe(3);
    expect((await reads).map(({ status }) => status)).toEqual(Array(3).fill('unavailable'));
  }, 20_000);
});
