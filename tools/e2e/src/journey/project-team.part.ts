import { BOTS } from '@questp/emulators';
import { accept, connectByOAuth, SERVER } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { newEndpoint, projectEndpoint } from '../support/endpoint.js';
import { e2e } from '../support/one-platform.fixture.js';
import { PHOTOSITE_BRAND } from '../support/photosite.js';
import { registerMessenger } from '../support/platform-actions.js';
import { RECIPES } from './completions.js';
import { inCampaign, inProject, pointsOf, problemOf, questId, story } from './story.fixture.js';

describe('A project team', () => {
  it('creates a project and invites a moderator, who accepts', async () => {
    story.project = await unwrap(
      story.owner.client.POST('/v1/projects', {
        body: { slug: 'orbit', name: 'Orbit', links: { docs: 'https://docs.example.org' } },
      }),
    );
    const invitation = await unwrap(
      story.owner.client.POST('/v1/projects/{projectId}/members', {
        params: inProject(),
        body: { userId: story.moderator.user.id, role: 'project_moderator' },
      }),
    );

    const { items: invited } = await unwrap(story.moderator.client.GET('/v1/users/me/invitations'));
    expect(invited).toMatchObject([{ id: invitation.id, projectName: 'Orbit', status: 'invited' }]);
    expect((await unwrap(story.moderator.client.GET('/v1/projects'))).items).toEqual([]);
    await accept(story.moderator, invitation);

    const { items } = await unwrap(story.owner.client.GET('/v1/projects/{projectId}/members', { params: inProject() }));
    expect(new Map(items.map(({ userId, role }) => [userId, role]))).toEqual(
      new Map([
        [story.owner.user.id, 'project_admin'],
        [story.moderator.user.id, 'project_moderator'],
      ]),
    );
    const { items: mine } = await unwrap(story.moderator.client.GET('/v1/projects'));
    expect(mine).toMatchObject([{ id: story.project.id, role: 'project_moderator' }]);
  });

  it('plans a campaign with a reward pool', async () => {
    const rewardPool = {
      mode: 'manual' as const,
      chainId: 'osmosis-1',
      denom: 'uosmo',
      symbol: 'OSMO',
      decimals: 6,
      totalAmount: '340282366920938463463374607431768211455',
      minPayout: null,
      maxPayout: null,
    };
    story.campaign = await unwrap(
      story.owner.client.POST('/v1/projects/{projectId}/campaigns', {
        params: inProject(),
        body: { slug: 'spring', title: 'Spring season', rewardPool },
      }),
    );

    expect(story.campaign).toMatchObject({ status: 'draft', rewardPool });
    const activate = story.owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/activate', {
      params: inCampaign(),
    });
    expect(await problemOf(unwrap(activate))).toBe('CAMPAIGN_NOT_READY');
  });

  it('connects the platforms that its quests need', async () => {
    const team = { client: story.owner.client, inProject: inProject() };
    await registerMessenger();
    expect(await connectByOAuth(team, 'chatcomm', { login_hint: 'earner-62', guild_id: SERVER })).toMatchObject({
      accountId: SERVER,
    });
    expect(await connectByOAuth(team, 'photosite', { login_hint: 'verified' })).toMatchObject({
      accountId: PHOTOSITE_BRAND.id,
      name: PHOTOSITE_BRAND.handle,
    });
    const bot = await unwrap(
      story.owner.client.PUT('/v1/projects/{projectId}/messenger/bot', {
        params: inProject(),
        body: { botToken: BOTS[1]?.token ?? '' },
      }),
    );
    expect(bot).toMatchObject({ provider: 'messenger', state: 'connected' });
  });

  it('creates the secret that signs checks of its own endpoint', async () => {
    const params = inProject();
    const { secret } = await unwrap(story.owner.client.POST('/v1/projects/{projectId}/signing-secret', { params }));
    projectEndpoint.url = await newEndpoint(secret ?? '');
  });

  it('creates a quest of every available task type', async () => {
    const { items } = await unwrap(e2e.anonymous.GET('/v1/task-types', { params: { query: { available: true } } }));
    expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(RECIPES).sort());

    for (const [index, [taskTypeId, { config, method }]] of Object.entries(RECIPES).entries()) {
      const quest = await unwrap(
        story.owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', {
          params: inCampaign(),
          body: {
            slug: taskTypeId.replaceAll('_', '-'),
            title: `Quest ${index}`,
            taskTypeId,
            points: pointsOf(index),
            xp: index,
            position: index,
            config,
            ...(method && { method }),
            ...(taskTypeId === 'engagement_daily_checkin' ? { period: { kind: 'daily' as const } } : {}),
            ...(taskTypeId === 'content_blog_write' ? { prerequisites: [questId('engagement_url_visit')] } : {}),
          },
        }),
      );
      expect(quest).toMatchObject({ status: 'draft', taskTypeId });
      story.quests.set(taskTypeId, quest);
    }
  });

  it('publishes the quests and opens the campaign, which was not public before', async () => {
    const path = { campaignId: story.campaign.id };
    expect(
      await problemOf(unwrap(e2e.anonymous.GET('/v1/discover/campaigns/{campaignId}', { params: { path } }))),
    ).toBe('NOT_FOUND');

    for (const { id } of story.quests.values()) {
      await unwrap(
        story.owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}/publish', {
          params: { path: { ...inCampaign().path, questId: id } },
        }),
      );
    }
    await unwrap(
      story.owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/activate', { params: inCampaign() }),
    );

    expect(await unwrap(e2e.anonymous.GET('/v1/discover/campaigns/{campaignId}', { params: { path } }))).toMatchObject({
      status: 'active',
      project: { slug: 'orbit' },
    });
  });
});
