import type { Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { verifyDraw } from '@questp/sdk/draws';
import { waitFor } from '@questp/testing';
import { followBrand, linkPhotosite } from '../support/photosite.js';
import { actEverywhere } from '../support/platform-actions.js';
import { e2e } from '../support/one-platform.fixture.js';
import { speakInSpace } from '../support/spaces.js';
import { RECIPES, type Recipe } from './completions.js';
import {
  automaticTypes,
  inThisCampaign,
  problemOf,
  questId,
  reviewedTypes,
  standing,
  story,
  sum,
} from './story.fixture.js';

const DRAWN = 'engagement_lucky_draw';

describe('Earners', () => {
  const view = ({ client }: Pick<Person, 'client'>, id: string) =>
    unwrap(client.GET('/v1/quests/{questId}', { params: { path: { questId: id } } }));

  const draw = (id: string) =>
    unwrap(e2e.anonymous.GET('/v1/quests/{questId}/draw', { params: { path: { questId: id } } }));

  it('find the campaign, with its quests in order', async () => {
    const query = { campaignId: story.campaign.id, limit: 100 };
    const [{ items: projects }, { items: seen }] = [
      await unwrap(e2e.anonymous.GET('/v1/discover/projects', { params: { query: { search: 'orb' } } })),
      await unwrap(story.alice.client.GET('/v1/discover/quests', { params: { query } })),
    ];

    expect(projects).toMatchObject([{ slug: 'orbit' }]);
    expect(seen.map(({ taskTypeId }) => taskTypeId)).toEqual(Object.keys(RECIPES));
    expect(seen.every(({ availability }) => availability !== null)).toBe(true);
    expect(await view(story.alice, questId('content_blog_write'))).toMatchObject({
      availability: { state: 'locked', reason: 'PREREQUISITES_NOT_MET' },
    });
    expect((await view({ client: e2e.anonymous }, questId('learn_quiz'))).availability).toBeNull();
  });

  it('cannot complete a quest before its prerequisites', async () => {
    const complete = RECIPES['content_blog_write']?.complete(story.alice, questId('content_blog_write'));

    expect(await problemOf(complete as Promise<unknown>)).toBe('PREREQUISITES_NOT_MET');
  });

  it('link the accounts that quests require', async () => {
    const people = [story.alice, story.bob, story.carol];
    // The person earner-1 has the number 6.
    for (const [index, person] of people.entries()) {
      await actEverywhere(person, `earner-${62 + index}`, 67 + index);
      await linkPhotosite(person, story.project.id, `earner_${62 + index}`);
      followBrand(`earner_${62 + index}`);
    }
    // The reading for which Alice waits sees them too; the next one would be 15 s later.
    for (const person of [story.bob, story.carol]) await speakInSpace(person);
  });

  it.each(automaticTypes)('complete %s and are credited once, without review', async (taskTypeId) => {
    const [id, { complete }] = [questId(taskTypeId), RECIPES[taskTypeId] as Recipe];
    const before = Number((await standing(story.alice)).points);

    expect(await complete(story.alice, id)).toMatchObject({ status: 'claimed' });

    expect(Number((await standing(story.alice)).points) - before).toBe(story.quests.get(taskTypeId)?.points);
    const { availability } = await view(story.alice, id);
    const again = taskTypeId === 'engagement_daily_checkin' ? 'cooldown' : 'completed';
    expect(availability?.state).toBe(again);
    // A passed quiz returns its result again.
    if (taskTypeId !== 'learn_quiz') {
      const code = again === 'cooldown' ? 'QUEST_COOLDOWN' : 'ALREADY_COMPLETED';
      expect(await problemOf(complete(story.alice, id))).toBe(code);
    }
  });

  it('see the time of the next possible check-in', async () => {
    const status = await unwrap(
      story.alice.client.GET('/v1/quests/{questId}/daily-checkin/status', {
        params: { path: { questId: questId('engagement_daily_checkin') } },
      }),
    );
    const tomorrow = new Date();
    tomorrow.setUTCHours(24, 0, 0, 0);

    expect(status).toMatchObject({ canCheckIn: false, streak: 1, nextAvailableAt: tomorrow.toISOString() });
  });

  it.each(reviewedTypes)('submit %s, which waits for a reviewer', async (taskTypeId) => {
    const [id, { complete }] = [questId(taskTypeId), RECIPES[taskTypeId] as Recipe];

    expect(await complete(story.alice, id)).toMatchObject({ status: 'in_review' });
    expect(await problemOf(complete(story.alice, id))).toBe('SUBMISSION_IN_REVIEW');
    expect((await view(story.alice, id)).availability).toMatchObject({
      state: 'in_review',
      reason: 'SUBMISSION_IN_REVIEW',
    });
  });

  it('earn equal points for equal quests, and the earlier of two with equal points ranks higher', async () => {
    for (const taskTypeId of automaticTypes) {
      for (const earner of [story.bob, story.carol]) await RECIPES[taskTypeId]?.complete(earner, questId(taskTypeId));
    }
    const { items } = await unwrap(e2e.anonymous.GET('/v1/campaigns/{campaignId}/leaderboard', inThisCampaign()));

    expect(items.map(({ rank, userId, points }) => [rank, userId, Number(points)])).toEqual([
      [1, story.alice.user.id, sum(automaticTypes)],
      [2, story.bob.user.id, sum(automaticTypes)],
      [3, story.carol.user.id, sum(automaticTypes)],
    ]);
  });

  it('enter a draw, which anyone can make again when it took place', async () => {
    const [id, { complete }] = [questId(DRAWN), RECIPES[DRAWN] as Recipe];
    expect(await complete(story.alice, id)).toMatchObject({ status: 'pending' });
    await e2e.sql(`
      UPDATE quests.quest SET config = jsonb_set(config, '{closesAt}', to_jsonb(now())) WHERE id = '${id}'`);
    const params = { path: { questId: id } };
    const isCredited = async () => (await view(story.alice, id)).availability?.state === 'completed';
    await waitFor(isCredited, { what: 'the credit of the winner' });
    const { items } = await unwrap(e2e.anonymous.GET('/v1/quests/{questId}/draw/entries', { params }));
    expect(items).toMatchObject([{ userId: story.alice.user.id, prizeId: 'gold' }]);
    expect(verifyDraw(await draw(id), items)).toEqual([]);
  });

  it('who are members of the team cannot earn in its project', async () => {
    const checkIn = RECIPES['engagement_daily_checkin']?.complete(story.moderator, questId('engagement_daily_checkin'));

    expect(await problemOf(checkIn as Promise<unknown>)).toBe('MEMBER_CANNOT_EARN');
  });
});
