import {
  getCampaignBudget,
  getOwnSubmission,
  listTaskTypes,
  updateCampaign,
  verifyMicroblog,
} from '@questp/messages/quests';
import { readCampaignSpend } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { startQuests, type Quests } from '../../testing/quests.fixture.js';
import { EXAMPLE_POST } from '../../task-types/platforms/microblog/fields.js';
import { Announce } from '../announcements/announce.js';
import { BudgetEvents } from './budget-events.js';

describe('the budget of a campaign for checks', () => {
  let quests: Quests;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
    quests.bus.answer(readCampaignSpend, () => ({ spentUsd: '1.250000' }));
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    await quests.db.execute(sql`UPDATE campaign SET check_budget_usd = NULL`);
    userId = await quests.addEarner();
    quests.others.microblogUser(userId);
  });

  const campaignOf = async (questId: string) => {
    const row = await quests.db.row<{ projectId: string; campaignId: string }>(
      sql`SELECT project_id, campaign_id FROM quest WHERE id = ${questId}`,
    );
    if (row === undefined) throw new Error(questId);
    return row;
  };
  const verify = (questId: string) => quests.call(verifyMicroblog, { userId, questId });
  const get = (submissionId: string) => quests.call(getOwnSubmission, { userId, submissionId });
  const overBudget = () =>
    quests.others.microblog.set(userId, {
      status: 'over_budget',
      value: null,
      detail: 'The budget of the campaign for checks is used up.',
      retryAt: new Date(Date.now() + 3_600_000).toISOString(),
    });

  it.each(['platform_api', 'hybrid'] as const)(
    'keeps checks by %s pending, however long, until it is raised',
    async (method) => {
      const questId = await quests.addQuest('social_microblog_quote', { postUrl: EXAMPLE_POST }, { method });
      const answer = quests.others.microblog.get(userId);
      overBudget();
      const { id, status } = await verify(questId);
      expect(status).toBe('pending');
      for (let round = 0; round < 3; round += 1) {
        await quests.db.execute(sql`UPDATE pending_check SET due_at = now(), since = now() - interval '3 days'`);
        await quests.worker().round();
      }
      expect(await get(id)).toMatchObject({
        status: 'pending',
        reason: expect.stringContaining('budget') as string,
        checks: [{ trigger: 'earner', outcome: 'inconclusive' }],
      });
      if (answer) quests.others.microblog.set(userId, answer);
      await quests.worker().round();
      expect(await get(id)).toMatchObject({ status: 'pending' });
      const change = { ...(await campaignOf(questId)), checkBudgetUsd: '20' };
      expect(await quests.call(updateCampaign, change)).toMatchObject({ checkBudgetUsd: '20.00' });
      await quests.worker().round();
      expect((await get(id)).status).not.toBe('pending');
    },
  );

  it('is returned with the amount spent', async () => {
    const questId = await quests.addQuest('social_microblog_follow', { handle: 'orbit_hq' });
    const campaign = await campaignOf(questId);
    expect(await quests.call(getCampaignBudget, campaign)).toEqual({ checkBudgetUsd: null, spentUsd: '1.250000' });
    await quests.call(updateCampaign, { ...campaign, checkBudgetUsd: '49.5' });
    expect(await quests.call(getCampaignBudget, campaign)).toEqual({ checkBudgetUsd: '49.50', spentUsd: '1.250000' });
  });

  it('is announced to the team when it is used up, unless it was changed since', async () => {
    const questId = await quests.addQuest('social_microblog_follow', { handle: 'orbit_hq' });
    const campaign = await campaignOf(questId);
    await quests.call(updateCampaign, { ...campaign, checkBudgetUsd: '5' });
    await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role)
      VALUES (${campaign.projectId}, ${await quests.addEarner()}, 'project_admin')`);
    const reach = (level: 'nearly_used' | 'used', budgetUsd: string) =>
      quests.deliver(BudgetEvents, 'integration.budget_reached', { ...campaign, level, budgetUsd });
    await reach('used', '4.00');
    await reach('nearly_used', '5');
    while (await quests.get(Announce).execute());
    const events = await quests.db.rows<{ data: { announced: string; userIds: string[] } }>(sql`
      SELECT data FROM outbox WHERE type = 'campaign.announced' AND aggregate_id = ${campaign.campaignId}`);
    expect(events.map(({ data }) => data.announced).filter((type) => type.includes('budget'))).toEqual([
      'campaign.budget_nearly_used',
    ]);
  });

  it.each(['-1', '1.005', '1e3', '99999999', 'NaN', '', ' 5', '0x10', '١'])('cannot be %p', async (checkBudgetUsd) => {
    const questId = await quests.addQuest('social_microblog_follow', { handle: 'orbit_hq' });
    const change = quests.call(updateCampaign, { ...(await campaignOf(questId)), checkBudgetUsd });
    await expect(change).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is planned by the expected cost of task types', async () => {
    const { items } = await quests.call(listTaskTypes, { includeDisabled: false });
    const costOf = (id: string) => items.find((type) => type.id === id)?.expectedCost;
    expect(costOf('social_microblog_follow')).toEqual({
      ...{ usualRequests: 1, mostRequests: 1 },
      ...{ usualUsd: '0.010000', mostUsd: '0.010000' },
    });
    expect(costOf('social_microblog_quote')).toEqual({
      ...{ usualRequests: 1, mostRequests: 2 },
      ...{ usualUsd: '0.100000', mostUsd: '1.000000' },
    });
    expect(costOf('social_videosite_like')).toMatchObject({ mostRequests: 3, mostUsd: '0.000000' });
    expect(costOf('learn_quiz')).toBeNull();
  });
});
