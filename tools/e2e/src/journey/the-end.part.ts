import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { RECIPES } from './completions.js';
import { inCampaign, problemOf, questId, standing, story } from './story.fixture.js';

describe('The end', () => {
  it('of a campaign closes its quests and keeps the leaderboard', async () => {
    const late = await e2e.signIn();
    const before = await standing(story.alice);
    await unwrap(
      story.owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/end', { params: inCampaign() }),
    );

    const checkIn = RECIPES['engagement_daily_checkin']?.complete(late, questId('engagement_daily_checkin'));
    expect(await problemOf(checkIn as Promise<unknown>)).toBe('CAMPAIGN_NOT_ACTIVE');
    expect(await standing(story.alice)).toEqual(before);
    const list = e2e.anonymous.GET('/v1/discover/campaigns', { params: { query: { status: ['ended'] } } });
    expect((await unwrap(list)).items).toMatchObject([{ id: story.campaign.id }]);
  });

  it('of each session can be requested by its owner', async () => {
    const elsewhere = await e2e.signIn({ wallet: story.alice.wallet });
    const { items } = await unwrap(story.alice.client.GET('/v1/users/me/sessions'));
    expect(items).toHaveLength(2);
    expect(items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(items[0]).toMatchObject({ ip: e2e.clientAddress, userAgent: expect.any(String) as string });

    const other = items.find(({ isCurrent }) => !isCurrent);
    const path = { sessionId: other?.id as string };
    await unwrap(story.alice.client.DELETE('/v1/users/me/sessions/{sessionId}', { params: { path } }));
    expect(await problemOf(unwrap(elsewhere.client.GET('/v1/users/me')))).toBe('UNAUTHENTICATED');

    await unwrap(story.alice.client.POST('/v1/auth/sign-out'));
    expect(await problemOf(unwrap(story.alice.client.GET('/v1/users/me')))).toBe('UNAUTHENTICATED');
  });
});
