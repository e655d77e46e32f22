import { jest } from '@jest/globals';
import type { Contract, RequestOf } from '@questp/messages/language';
import {
  archiveProject,
  discoverCampaign,
  discoverCampaignBySlug,
  discoverCampaigns,
  discoverProject,
  discoverProjects,
  discoverQuest,
  discoverQuestBySlug,
  discoverQuests,
  moveCampaign,
  type Campaign,
  type createQuest,
  type Quest,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { allPages, aUserId, refusal, startStudio } from '../testing/studio.fixture.js';

const CODE = { taskTypeId: 'engagement_secret_code', config: { code: 'CODE-MARKER', hint: 'in the call' } };

const without = (value: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

describe('discover', () => {
  const studio = started(startStudio);

  const add = async (campaign: Campaign, change: Partial<RequestOf<typeof createQuest>> = {}) =>
    studio.publish(await studio.newQuest(campaign, { ...CODE, ...change }));
  const availabilityOf = async ({ id }: Quest, userId: string) =>
    (await studio.call(discoverQuest, { questId: id, userId })).availability;
  const end = ({ projectId, id }: Campaign) => studio.call(moveCampaign, { projectId, campaignId: id, step: 'end' });

  it.each([
    ['a non-joiner', 'Procyon خانه\u200cهای من', 'procyon خانههای'],
    ['width', 'Procyon ＱＵＥＳＴ', 'procyon quest'],
    ['composition', 'Procyon caf\u00e9', 'PROCYON CAFE\u0301'],
    ['a sharp s', 'Procyon Straße', 'procyon STRASSE'],
    ['the dots of i', 'Procyon İstanbul', 'procyon istanbul'],
    ['a final sigma', 'Procyon ΟΔΟΣ', 'procyon οδος'],
    ['a word separator', 'Procyon ภาษา\u200bไทย', 'procyon ภาษาไทย'],
  ])('finds titles without regard to %s', async (_, title, search) => {
    const { campaign } = await studio.running();
    const quest = await add(campaign, { title });
    const { items } = await studio.call(discoverQuests, { limit: 10, search });
    expect(items.map(({ id }) => id)).toEqual([quest.id]);
  });

  it('shows active projects without the members that only the team may see', async () => {
    const project = await studio.newProject({ name: 'Deneb 100%', description: 'A star' });
    expect((await studio.call(discoverProjects, { limit: 5, search: 'deneb' })).items).toEqual([]);
    const campaign = await studio.newCampaign(project.id);
    await studio.publish(await studio.newQuest(campaign));
    await studio.call(moveCampaign, { projectId: project.id, campaignId: campaign.id, step: 'activate' });
    const shown = without(project, 'status', 'updatedAt');
    expect(await studio.call(discoverProject, { slug: project.slug })).toEqual(shown);
    expect(await studio.call(discoverProjects, { limit: 5, search: 'dENEB 100%' })).toMatchObject({ items: [shown] });
    expect((await studio.call(discoverProjects, { limit: 5, search: 'deneb_100' })).items).toEqual([]);
    await studio.call(archiveProject, { projectId: project.id });
    for (const slug of [project.slug, 'no-such']) {
      expect(await refusal(studio.call(discoverProject, { slug }))).toEqual({ code: 'NOT_FOUND' });
    }
    expect((await studio.call(discoverProjects, { limit: 5, search: 'deneb' })).items).toEqual([]);
  });

  it('lists quests with the longest texts page by page, to everybody', async () => {
    const { campaign } = await studio.running();
    const description = '😀'.repeat(10_000);
    const ids = [];
    for (let index = 0; index < 27; index += 1) ids.push((await add(campaign, { description })).id);
    const request = { campaignId: campaign.id, limit: 100 };
    const first = await studio.call(discoverQuests, request);
    expect(first.items.length).toBeGreaterThan(5);
    expect(first.items.length).toBeLessThan(27);
    for (const userId of [undefined, aUserId()]) {
      const all = await allPages((cursor) => studio.call(discoverQuests, { ...request, userId, cursor }));
      expect(all.map(({ id }) => id).slice(1)).toEqual(ids);
    }
  }, 60_000);

  it('shows active and ended campaigns of active projects', async () => {
    const { project, campaign } = await studio.running({ title: 'Vega_run' });
    const draft = await studio.newCampaign(project.id, { title: 'Vega_run' });
    const { campaign: ended } = await studio.running({ title: 'Vega_run' });
    await end(ended);
    const { project: gone, campaign: hidden } = await studio.running({ title: 'Vega_run' });
    await studio.call(archiveProject, { projectId: gone.id });
    const list = async (filter: object) =>
      (await studio.call(discoverCampaigns, { limit: 10, search: 'vega_', ...filter })).items.map(({ id }) => id);
    expect((await list({})).toSorted()).toEqual([campaign.id, ended.id].toSorted());
    expect(await list({ status: ['ended'] })).toEqual([ended.id]);
    expect(await list({ projectId: project.id })).toEqual([campaign.id]);
    expect(await list({ search: 'vega-' })).toEqual([]);
    const { slug, name, logoUrl } = project;
    const shown = without(campaign, 'checkBudgetUsd', 'createdAt', 'updatedAt');
    expect(await studio.call(discoverCampaign, { campaignId: campaign.id })).toEqual({
      ...shown,
      project: { id: project.id, slug, name, logoUrl },
      questCount: 1,
      questPoints: '10',
      participants: 0,
      progress: null,
    });
    for (const campaignId of [draft.id, hidden.id]) {
      expect(await refusal(studio.call(discoverCampaign, { campaignId }))).toEqual({ code: 'NOT_FOUND' });
    }
  });

  it('shows three campaigns and three quests of each project, all of them once, page by page, in an order of the day', async () => {
    const projects = await Promise.all(Array.from({ length: 6 }, () => studio.running({ title: 'Mizar' })));
    const { project } = projects[0] as (typeof projects)[number];
    const own = [];
    for (let index = 0; index < 5; index += 1) {
      const campaign = await studio.newCampaign(project.id, { title: 'Mizar' });
      await add(campaign, { title: 'Mizar' });
      await studio.call(moveCampaign, { projectId: project.id, campaignId: campaign.id, step: 'activate' });
      own.push(campaign.id);
    }
    for (const { campaign } of projects.slice(1)) await add(campaign, { title: 'Mizar' });
    const campaigns = (limit: number) =>
      allPages((cursor) => studio.call(discoverCampaigns, { search: 'mizar', limit, cursor }));
    const all = await campaigns(100);
    expect(all).toHaveLength(3 + 5);
    expect(all.filter(({ projectId }) => projectId === project.id).map(({ id }) => id)).toEqual(
      own.slice(2).toReversed(),
    );
    for (const limit of [1, 2, 7]) expect(await campaigns(limit)).toEqual(all);
    const quests = (limit: number) =>
      allPages((cursor) => studio.call(discoverQuests, { search: 'mizar', limit, cursor }));
    const allQuests = await quests(100);
    expect(allQuests.map(({ projectId }) => projectId)).toEqual(all.map(({ projectId }) => projectId));
    expect(allQuests.filter(({ projectId }) => projectId === project.id)).toHaveLength(3);
    for (const limit of [1, 2, 7]) expect(await quests(limit)).toEqual(allQuests);
    const ofProject = await studio.call(discoverCampaigns, { projectId: project.id, limit: 100 });
    expect(ofProject.items).toHaveLength(6);

    const places = [...new Set(all.map(({ projectId }) => projectId.slice(-12)))];
    const turn = places.findIndex((place, index) => index > 0 && place < (places[index - 1] as string));
    const sorted = turn === -1 ? places : [...places.slice(turn), ...places.slice(0, turn)];
    expect(sorted).toEqual(places.toSorted());
    const listed = (await allPages((cursor) => studio.call(discoverProjects, { limit: 2, cursor }))).map(
      ({ id }) => id,
    );
    expect(listed.filter((id) => places.includes(id.slice(-12))).map((id) => id.slice(-12))).toEqual(places);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('shows a campaign and its quests by their slugs, as by their ids', async () => {
    const { project, campaign } = await studio.running();
    const quest = await add(campaign);
    const other = await studio.running({ slug: campaign.slug });
    const [{ slug }, { slug: campaignSlug }, { slug: questSlug }] = [project, campaign, quest];
    const userId = aUserId();
    expect(await studio.call(discoverCampaignBySlug, { slug, campaignSlug })).toEqual(
      await studio.call(discoverCampaign, { campaignId: campaign.id }),
    );
    const names = { slug, campaignSlug, questSlug };
    expect(await studio.call(discoverQuestBySlug, names)).toEqual(
      await studio.call(discoverQuest, { questId: quest.id }),
    );
    expect((await studio.call(discoverQuestBySlug, { ...names, userId })).availability).toMatchObject({
      state: 'available',
    });
    const elsewhere = { ...names, slug: other.project.slug };
    expect(await refusal(studio.call(discoverQuestBySlug, elsewhere))).toEqual({ code: 'NOT_FOUND' });
    const lists = async (filter: { projectId?: string; projectSlug?: string }) => [
      (await studio.call(discoverCampaigns, { limit: 10, ...filter })).items.map(({ id }) => id),
      (await studio.call(discoverQuests, { limit: 10, ...filter })).items.map(({ campaignId }) => campaignId),
    ];
    const found = [[campaign.id], [campaign.id, campaign.id]];
    expect([await lists({ projectSlug: slug }), await lists({ projectId: project.id })]).toEqual([found, found]);
    await studio.call(archiveProject, { projectId: project.id });
    expect(await refusal(studio.call(discoverCampaignBySlug, { slug, campaignSlug }))).toEqual({ code: 'NOT_FOUND' });
    expect(await refusal(studio.call(discoverQuestBySlug, names))).toEqual({ code: 'NOT_FOUND' });
    expect(await lists({ projectSlug: slug })).toEqual([[], []]);
  });

  it('shows published quests without secrets, and availability only to a known earner', async () => {
    const { campaign } = await studio.running();
    const quest = await add(campaign, { title: 'Rigel 5%' });
    const draft = await studio.newQuest(campaign, { title: 'Rigel 5%' });
    const shown = await studio.call(discoverQuest, { questId: quest.id });
    const same = without(quest, 'status', 'createdAt', 'updatedAt');
    expect(shown).toEqual({ ...same, availability: null, submission: null });
    expect(JSON.stringify(shown)).not.toContain('CODE-MARKER');
    const known = await studio.call(discoverQuest, { questId: quest.id, userId: aUserId() });
    expect(known.availability).toEqual({
      state: 'available',
      reason: null,
      availableAt: null,
      missingPrerequisites: [],
      missingAccount: null,
    });
    const { items } = await studio.call(discoverQuests, { limit: 10, search: 'rigel 5%' });
    expect(items).toEqual([shown]);
    expect(await refusal(studio.call(discoverQuest, { questId: draft.id }))).toEqual({ code: 'NOT_FOUND' });
  });

  it('hides quests of drafts and archives, and shows those of an ended campaign as ended', async () => {
    const { project, campaign } = await studio.running();
    const waiting = await add(await studio.newCampaign(project.id));
    expect(await refusal(studio.call(discoverQuest, { questId: waiting.id }))).toEqual({ code: 'NOT_FOUND' });
    const quest = await add(campaign);
    await end(campaign);
    const userId = aUserId();
    expect(await availabilityOf(quest, userId)).toMatchObject({ state: 'ended', reason: 'CAMPAIGN_NOT_ACTIVE' });
    await studio.call(moveCampaign, { projectId: project.id, campaignId: campaign.id, step: 'archive' });
    expect(await refusal(studio.call(discoverQuest, { questId: quest.id }))).toEqual({ code: 'NOT_FOUND' });
  });

  it('returns the availability and progress of each quest of a page in a constant number of queries', async () => {
    const { campaign } = await studio.running();
    const userId = aUserId();
    const soon = new Date(Date.now() + 3_600_000);
    const today = new Date().toISOString().slice(0, 10);
    const first = await add(campaign);
    const after = await add(campaign, { prerequisites: [first.id] });
    const far = await add(campaign, { prerequisites: [first.id, after.id] });
    const limited = await add(campaign, { maxCompletions: 1 });
    await studio.db.execute(sql`UPDATE quest SET completions = 1 WHERE id = ${limited.id}`);
    const later = await add(campaign, { startsAt: soon.toISOString() });
    const over = await add(campaign, { endsAt: '2020-01-01T00:00:00Z' });
    const reviewed = await add(campaign);
    const pending = await add(campaign);
    const rejected = await add(campaign);
    const daily = await add(campaign, { taskTypeId: 'engagement_daily_checkin', config: {} });
    const [starred, starredToo] = [await add(campaign), await add(campaign)];
    await studio.db.execute(sql`
      UPDATE quest SET task_type_id = 'social_codehost_star', config = '{"repository":"orbit/core"}'
      WHERE id IN (${starred.id}, ${starredToo.id})`);
    await studio.submit(first, userId, 'claimed');
    await studio.submit(reviewed, userId, 'in_review');
    await studio.submit(pending, userId, 'pending', 'once', soon);
    await studio.submit(rejected, userId, 'rejected');
    await studio.submit(daily, userId, 'claimed', today);
    await studio.submit(daily, userId, 'claimed', '2020-01-01');
    await studio.submit(after, aUserId(), 'claimed');

    const connect = jest.spyOn(studio.db.pool, 'connect');
    const { items } = await studio.call(discoverQuests, { campaignId: campaign.id, userId, limit: 100 });
    expect(connect).toHaveBeenCalledTimes(5);
    connect.mockRestore();
    const states = new Map(items.map(({ id, availability }) => [id, availability]));
    const midnight = new Date(Date.parse(today) + 86_400_000).toISOString();
    const missing = (quest: Quest) => ({ id: quest.id, title: quest.title });
    const expected: [Quest, string, string | null, string | null, object[]?, string?][] = [
      [first, 'completed', 'ALREADY_COMPLETED', null],
      [after, 'available', null, null],
      [far, 'locked', 'PREREQUISITES_NOT_MET', null, [missing(after)]],
      [limited, 'full', 'QUEST_FULL', null],
      [later, 'not_started', 'QUEST_NOT_STARTED', soon.toISOString()],
      [over, 'ended', 'QUEST_ENDED', null],
      [reviewed, 'in_review', 'SUBMISSION_IN_REVIEW', null],
      [pending, 'pending', 'QUEST_COOLDOWN', soon.toISOString()],
      [rejected, 'available', null, null],
      [daily, 'cooldown', 'QUEST_COOLDOWN', midnight],
      [starred, 'locked', 'NOT_LINKED', null, [], 'codehost'],
      [starredToo, 'locked', 'NOT_LINKED', null, [], 'codehost'],
    ];
    for (const [quest, state, reason, availableAt, missingPrerequisites = [], missingAccount = null] of expected) {
      const availability = { state, reason, availableAt, missingPrerequisites, missingAccount };
      expect(states.get(quest.id)).toEqual(availability);
      expect(await availabilityOf(quest, userId)).toEqual(availability);
    }
  });

  it('shows the latest submission and its reason only to its earner', async () => {
    const { campaign } = await studio.running();
    const [userId, quest] = [aUserId(), await add(campaign)];
    const id = await studio.submit(quest, userId, 'rejected');
    await studio.db.execute(sql`UPDATE submission SET reason = 'The link is dead.' WHERE id = ${id}`);
    const shown = (await studio.call(discoverQuest, { questId: quest.id, userId })).submission;
    const time = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string;
    expect(shown).toEqual({
      id,
      status: 'rejected',
      reason: 'The link is dead.',
      nextTryAt: null,
      proofUntil: null,
      periodKey: 'once',
      pointsAwarded: 0,
      xpAwarded: 0,
      createdAt: time,
      updatedAt: time,
      claimedAt: null,
    });
    for (const other of [undefined, aUserId()]) {
      expect((await studio.call(discoverQuest, { questId: quest.id, userId: other })).submission).toBeNull();
    }
  });

  it('makes the quests of a project unavailable to its members, and no other quests', async () => {
    const adminId = aUserId();
    const [{ campaign }, { campaign: other }] = [await studio.running({}, adminId), await studio.running()];
    const memberId = await studio.joins(campaign.projectId, adminId);
    expect(await availabilityOf(await add(campaign), memberId)).toEqual({
      state: 'locked',
      reason: 'MEMBER_CANNOT_EARN',
      availableAt: null,
      missingPrerequisites: [],
      missingAccount: null,
    });
    expect(await availabilityOf(await add(other), memberId)).toMatchObject({ state: 'available' });
  });

  it('lists page by page over campaigns, each in its order', async () => {
    const title = 'Paged Altair';
    const expected = new Map<string, string[]>();
    for (let i = 0; i < 3; i += 1) {
      const { campaign } = await studio.running();
      const [a, b, c] = [
        await add(campaign, { title, position: 9 }),
        await add(campaign, { title, position: 3 }),
        await add(campaign, { title, position: 9 }),
      ];
      expected.set(campaign.id, [b.id, a.id, c.id]);
    }
    for (const limit of [1, 2, 4, 100]) {
      const all = await allPages((cursor) => studio.call(discoverQuests, { search: 'altair', limit, cursor }));
      const campaigns = [...new Set(all.map(({ campaignId }) => campaignId))];
      expect(campaigns.toSorted()).toEqual([...expected.keys()].toSorted());
      expect(all.map(({ id }) => id)).toEqual(campaigns.flatMap((id) => expected.get(id)));
    }
  });

  it.each([
    ['a project id', discoverCampaigns, { projectId: 'x', limit: 1 }, '/projectId'],
    ['a campaign id', discoverCampaign, { campaignId: 'x' }, '/campaignId'],
    ['the campaign id of a filter', discoverQuests, { campaignId: 'x', limit: 1 }, '/campaignId'],
    ['a quest id', discoverQuest, { questId: 'x' }, '/questId'],
    ['a slug', discoverProject, { slug: 'a\0b' }, '/slug'],
    ['a search text', discoverProjects, { search: 'a\0b', limit: 1 }, '/search'],
  ])('refuses %s of another form', async (_, contract, request, pointer) => {
    const refused = { code: 'VALIDATION_FAILED', pointers: [pointer] };
    expect(await refusal(studio.call(contract as Contract, request))).toEqual(refused);
  });

  it('filters by category, type and campaign', async () => {
    const { campaign, quest } = await studio.running();
    const code = await add(campaign);
    const list = async (filter: object) =>
      (await studio.call(discoverQuests, { campaignId: campaign.id, limit: 10, ...filter })).items.map(({ id }) => id);
    expect(await list({})).toEqual([quest.id, code.id]);
    expect(await list({ taskTypeId: CODE.taskTypeId })).toEqual([code.id]);
    expect(await list({ taskTypeId: 'no_such' })).toEqual([]);
    expect(await list({ category: 'learn' })).toEqual([]);
    expect(await list({ category: 'engagement' })).toEqual([quest.id, code.id]);
    const broken = studio.call(discoverQuests, { limit: 1, cursor: Buffer.from('[1,2,3]').toString('base64url') });
    expect(await refusal(broken)).toEqual({ code: 'INVALID_CURSOR' });
  });
});
