import {
  type Caller,
  checkIn,
  newOperator,
  newSlug,
  newStudio,
  type Person,
  type Studio,
  submit,
  suspend,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';

describe('A task type that is switched off', () => {
  const ID = 'engagement_terms_accept';
  const at = { params: { path: { taskTypeId: ID } } };
  const switchTo = async (enabled: boolean) =>
    unwrap((await e2e.superAdmin()).PATCH('/v1/admin/task-types/{taskTypeId}', { ...at, body: { enabled } }));
  const listed = async () => {
    const { items } = await unwrap(e2e.anonymous.GET('/v1/task-types'));
    return items.some(({ id }) => id === ID);
  };
  const config = { version: '1', url: 'https://example.org/terms' };

  afterEach(() => switchTo(true));

  it('is hidden from the studio and cannot be chosen, while its quests stay', async () => {
    const studio = await newStudio(await e2e.signIn());
    const open = await studio.quest(ID, config);
    expect(await listed()).toBe(true);

    expect(await switchTo(false)).toMatchObject({ id: ID, enabled: false });

    expect(await listed()).toBe(false);
    expect(await unwrap(e2e.anonymous.GET('/v1/task-types/{taskTypeId}', at))).toMatchObject({ id: ID });
    const body = { slug: newSlug('quest'), title: 'Terms', taskTypeId: ID, points: 1, config };
    const create = studio.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', {
      params: studio.inCampaign,
      body,
    });
    expectProblem(await create, 'TASK_TYPE_DISABLED');
    expect((await submit(await e2e.signIn(), open.id, { version: '1' })).response.status).toBe(201);
    const { items } = await unwrap((await e2e.superAdmin()).GET('/v1/admin/task-types'));
    expect(items.find(({ id }) => id === ID)).toMatchObject({ enabled: false });

    await switchTo(true);
    expect(await listed()).toBe(true);
  });

  it('is one the catalog knows', async () => {
    const admin = await e2e.superAdmin();

    expectProblem(
      await admin.PATCH('/v1/admin/task-types/{taskTypeId}', {
        params: { path: { taskTypeId: 'no_such_type' } },
        body: { enabled: false },
      }),
      'NOT_FOUND',
    );
  });
});

describe('Moderation', () => {
  let studio: Studio;
  let earner: Person;
  let moderator: Caller;

  beforeAll(async () => {
    studio = await newStudio(await e2e.signIn());
    earner = await e2e.signIn();
    moderator = (await newOperator(e2e, 'platform_moderator')).client;
  });

  it('takes a suspended earner from the leaderboard and puts it back, points untouched', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    await checkIn(earner, quest.id);
    const campaign = { params: { path: { campaignId: studio.campaign.id } } };
    const board = async () =>
      (await unwrap(e2e.anonymous.GET('/v1/campaigns/{campaignId}/leaderboard', campaign))).items.map(
        ({ userId }) => userId,
      );
    const user = { params: { path: { userId: earner.user.id } } };
    expect(await board()).toEqual([earner.user.id]);

    await unwrap(suspend(moderator, earner));
    expect(await board()).toEqual([]);
    expect(await unwrap(moderator.GET('/v1/admin/users/{userId}', user))).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Fraud',
    });
    await e2e.checkPoints();

    await unwrap(moderator.POST('/v1/admin/users/{userId}/reactivate', user));
    expect(await board()).toEqual([earner.user.id]);
    expect(await unwrap(earner.client.GET('/v1/campaigns/{campaignId}/leaderboard/me', campaign))).toMatchObject({
      rank: 1,
      points: '10',
    });
  });

  it('decides on submissions of every project', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const { id: submissionId } = await unwrap(submit(earner, quest.id, { text: 'Done.' }));
    const params = { path: { submissionId } };

    const list = moderator.GET('/v1/admin/submissions', { params: { query: { status: ['in_review'] } } });
    expect((await unwrap(list)).items.map(({ id }) => id)).toContain(submissionId);
    const approve = moderator.POST('/v1/admin/submissions/{submissionId}/approve', { params });
    expect(await unwrap(approve)).toMatchObject({ status: 'claimed' });
    const reason = { reason: 'Copied.' };
    const reverse = moderator.POST('/v1/admin/submissions/{submissionId}/reverse', { params, body: reason });
    expect(await unwrap(reverse)).toMatchObject({
      status: 'reversed',
      history: expect.arrayContaining([expect.objectContaining({ by: 'platform', reason: 'Copied.' })]) as unknown,
    });
    await e2e.checkPoints();
  });

  it('finds users by the start of id, username and wallet', async () => {
    const username = `u${newSlug('x').replaceAll('-', '_')}`;
    await unwrap(earner.client.PATCH('/v1/users/me', { body: { username } }));
    const found = async (search: string) =>
      (await unwrap(moderator.GET('/v1/admin/users', { params: { query: { search } } }))).items;
    for (const search of [earner.user.id.slice(0, 30), username.slice(0, 8), earner.wallet.address.slice(0, 20)]) {
      expect((await found(search)).map(({ id }) => id)).toContain(earner.user.id);
    }
    expect(await found('%')).toEqual([]);
  });
});
