import { versionOf } from '@questp/messages/language';
import {
  getQuest,
  listQuests,
  moveCampaign,
  orderQuests,
  QUEST_ORDERS,
  setTaskTypeEnabled,
  type Campaign,
  type Quest,
  type QuestOrder,
  type QuestStep,
} from '@questp/messages/quests';
import { randomUUID } from 'node:crypto';
import { sql } from '@questp/postgres';
import {
  aKey,
  allPages,
  anAdminId,
  aSlug,
  expectOneWins,
  inOrder,
  outcomes,
  placeOf,
  QUIZ,
  refusal,
  startStudio,
  type Studio,
} from '../../testing/studio.fixture.js';
import { TASK_TYPES } from '../../task-types/index.js';

describe('quests', () => {
  let studio: Studio;
  let campaign: Campaign;
  beforeAll(async () => {
    studio = await startStudio();
  }, 60_000);
  beforeEach(async () => {
    campaign = await studio.newCampaign((await studio.newProject()).id);
  });
  afterAll(() => studio.stop());

  it('refuses a change of a version that is not the latest any more, however quickly they follow', async () => {
    let quest = await studio.newQuest(campaign);
    const of = ({ updatedAt }: Quest) => versionOf(new Date(updatedAt));
    for (let n = 0; n < 5; n += 1) {
      const before = quest;
      quest = await studio.update(before, { title: `Title ${n}`, ifMatch: [of(before)] });
      expect(of(quest)).not.toBe(of(before));
      expect(await refusal(studio.update(quest, { title: 'Lost', ifMatch: [of(before)] }))).toEqual({
        code: 'PRECONDITION_FAILED',
      });
    }
    await expectOneWins((racer) => studio.update(quest, { title: `Racer ${racer}`, ifMatch: [of(quest)] }));
    expect((await studio.update(quest, { title: 'Last', ifMatch: undefined })).title).toBe('Last');
  });

  it('creates a draft with the defaults of its task type', async () => {
    const quest = await studio.newQuest(campaign);
    expect(quest).toMatchObject({
      projectId: campaign.projectId,
      campaignId: campaign.id,
      taskTypeId: 'engagement_daily_checkin',
      category: 'engagement',
      method: 'platform_api',
      period: { kind: 'daily' },
      config: {},
      points: 10,
      xp: 0,
      prerequisites: [],
      maxCompletions: null,
      completions: 0,
      position: 0,
      status: 'draft',
    });
    expect(await studio.call(getQuest, placeOf(quest))).toEqual(quest);
    expect(await studio.newQuest(campaign)).toMatchObject({ position: 1 });
  });

  it.each(TASK_TYPES.all.filter(({ available }) => available).map((type) => [type.id, type] as const))(
    'takes the example of %s and gives no secret back',
    async (taskTypeId, type) => {
      if (!type.available) throw new Error('not available');
      const quest = await studio.newQuest(campaign, { taskTypeId, config: type.exampleConfig });
      const { verificationConfig } = await studio.stored(quest);
      expect(quest.config).toEqual((await studio.stored(quest)).config);
      expect(type.methods).toContain(quest.method);
      expect(type.periods).toContain(quest.period.kind);
      const kept = await studio.update(quest, { config: quest.config });
      expect(kept.config).toEqual(quest.config);
      expect((await studio.stored(quest)).verificationConfig).toEqual(verificationConfig);
    },
  );

  it('keeps correct options and codes on the server, whatever is asked', async () => {
    const quiz = await studio.newQuest(campaign, { taskTypeId: 'learn_quiz', config: QUIZ });
    const code = { code: 'CODE-MARKER', hint: 'in the call' };
    const secret = await studio.newQuest(campaign, { taskTypeId: 'engagement_secret_code', config: code });
    const place = { projectId: campaign.projectId, campaignId: campaign.id };
    const answers = JSON.stringify([
      quiz,
      secret,
      await studio.call(getQuest, placeOf(quiz)),
      await studio.call(listQuests, { ...place, order: 'position', limit: 10 }),
      await studio.update(secret, { title: 'Other' }),
      await studio.call(orderQuests, { ...place, questIds: [secret.id, quiz.id] }),
      await studio.move(quiz, 'publish'),
    ]);
    expect(answers).not.toMatch(/correctOptionIds|EXPLAINED-MARKER|CODE-MARKER|verificationConfig/);
    expect(await studio.stored(quiz)).toMatchObject({ verificationConfig: { questions: QUIZ.questions } });
    expect(await studio.stored(secret)).toMatchObject({ verificationConfig: { code: 'CODE-MARKER' } });
  });

  it('keeps secrets an update leaves out, and takes new ones', async () => {
    const config = { code: 'Moonrise', hint: 'old' };
    const quest = await studio.newQuest(campaign, { taskTypeId: 'engagement_secret_code', config });
    expect((await studio.update(quest, { config: { hint: 'new' } })).config).toEqual({ hint: 'new' });
    expect((await studio.stored(quest)).verificationConfig).toEqual({ code: 'Moonrise' });
    await studio.update(quest, { config: { hint: 'new', code: 'Sunset' } });
    expect((await studio.stored(quest)).verificationConfig).toEqual({ code: 'Sunset' });
    await studio.update(quest, { title: 'Only the title' });
    expect(await studio.stored(quest)).toMatchObject({
      config: { hint: 'new' },
      verificationConfig: { code: 'Sunset' },
    });
  });

  it('points into the configuration when it does not fit', async () => {
    const [question] = QUIZ.questions;
    const config = { ...QUIZ, extra: 1, questions: [{ ...question, correctOptionIds: undefined }] };
    const create = studio.newQuest(campaign, { taskTypeId: 'learn_quiz', config });
    expect(await refusal(create)).toEqual({
      code: 'TASK_CONFIG_INVALID',
      pointers: ['/config/extra', '/config/questions/0/correctOptionIds'],
    });
    const quest = await studio.newQuest(campaign, { taskTypeId: 'learn_quiz', config: QUIZ });
    const options = [
      { id: 'x', text: 'X' },
      { id: 'y', text: 'Y' },
    ];
    const change = studio.update(quest, { config: { ...QUIZ, questions: [{ id: 'q1', text: 'New?', options }] } });
    // The stored key is of other options, and says nothing about these.
    const pointers = ['/config/questions/0/correctOptionIds'];
    expect(await refusal(change)).toEqual({ code: 'TASK_CONFIG_INVALID', pointers });
  });

  it.each([
    ['a method of another type', { method: 'on_chain' }, '/method'],
    ['an unknown method', { method: 'magic' }, '/method'],
    ['a period the type has not', { period: { kind: 'once' } }, '/period/kind'],
    ['an interval without length', { period: { kind: 'interval' } }, '/period/hours'],
    ['a day with a length', { period: { kind: 'daily', hours: 5 } }, '/period/hours'],
    ['an interval of 721 hours', { period: { kind: 'interval', hours: 721 } }, '/period/hours'],
    ['negative points', { points: -1 }, '/points'],
    ['1,000,001 points', { points: 1_000_001 }, '/points'],
    ['half a point', { points: 0.5 }, '/points'],
    ['points as text', { points: '5' }, '/points'],
    ['no completions', { maxCompletions: 0 }, '/maxCompletions'],
    ['an end before the start', { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, '/endsAt'],
    ['a prerequisite that is no id', { prerequisites: ['x'] }, '/prerequisites/0'],
    ['21 prerequisites', { prerequisites: Array.from({ length: 21 }, () => randomUUID()) }, '/prerequisites'],
    ['a title of two lines', { title: 'a\nb' }, '/title'],
    ['U+0000 in the configuration', { config: { note: 'a\0' } }, '/config/note'],
    ['half of a surrogate pair in a name', { config: { notes: { 'a\ud800': 1 } } }, '/config/notes'],
    ['completions', { completions: 5 }, '/completions'],
    ['a status', { status: 'active' }, '/status'],
  ])('refuses %s, when created and when changed', async (_, change, pointer) => {
    const refused = { code: 'VALIDATION_FAILED', pointers: [pointer] };
    expect(await refusal(studio.newQuest(campaign, change as object))).toEqual(refused);
    expect(await refusal(studio.update(await studio.newQuest(campaign), change))).toEqual(refused);
  });

  it.each([
    ['is missing', { kind: 'interval' }, 'REQUIRED'],
    ['is one too many', { kind: 'daily', hours: 5 }, 'UNKNOWN_MEMBER'],
  ])('says when the length of an interval %s', async (_, period, code) => {
    const answer = studio.newQuest(campaign, { period: period as Quest['period'] });
    await expect(answer).rejects.toMatchObject({ details: { errors: [{ pointer: '/period/hours', code }] } });
  });

  it('takes an interval where the type knows one', async () => {
    const period = { kind: 'interval', hours: 6 } as const;
    const change = { taskTypeId: 'engagement_secret_code', config: { code: 'Moonrise' }, period };
    expect(await studio.newQuest(campaign, change)).toMatchObject({ period });
  });

  it('has a task type of the catalog that is available and switched on', async () => {
    const unknown = { code: 'VALIDATION_FAILED', pointers: ['/taskTypeId'] };
    expect(await refusal(studio.newQuest(campaign, { taskTypeId: 'social_nothing' }))).toEqual(unknown);
    const unavailable = TASK_TYPES.all.find(({ available }) => !available)?.id;
    const create = studio.newQuest(campaign, { taskTypeId: unavailable });
    expect(await refusal(create)).toEqual({ code: 'TASK_TYPE_NOT_AVAILABLE' });
  });

  it('stays when its task type is switched off; new ones and drafts are refused', async () => {
    const change = { taskTypeId: 'engagement_terms_accept' };
    const example = TASK_TYPES.all.find(({ id }) => id === change.taskTypeId);
    const config = example?.available ? example.exampleConfig : {};
    const quest = await studio.newQuest(campaign, { ...change, config });
    const set = (enabled: boolean) => studio.call(setTaskTypeEnabled, { ...change, enabled, adminId: anAdminId() });
    await set(false);
    expect(await refusal(studio.newQuest(campaign, { ...change, config }))).toEqual({ code: 'TASK_TYPE_DISABLED' });
    expect(await studio.update(quest, { title: 'Still here', config })).toMatchObject({ title: 'Still here' });
    expect(await refusal(studio.move(quest, 'publish'))).toEqual({ code: 'TASK_TYPE_DISABLED' });
    await set(true);
    expect(await studio.move(quest, 'publish')).toMatchObject({ status: 'active' });
    expect(await studio.newQuest(campaign, { ...change, config })).toMatchObject({ status: 'draft' });
  });

  it('needs a slug of its own in the campaign', async () => {
    const slug = aSlug();
    const codes = await outcomes([1, 2, 3, 4].map(() => studio.newQuest(campaign, { slug })));
    expect(codes.sort()).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', 'SLUG_TAKEN', 'ok']);
    const other = await studio.newQuest(campaign);
    expect(await refusal(studio.update(other, { slug }))).toEqual({ code: 'SLUG_TAKEN' });
  });

  it('is created once per Idempotency-Key, even ten at once (A-21)', async () => {
    const request = { slug: aSlug(), idempotency: aKey() };
    const codes = await outcomes(Array.from({ length: 10 }, () => studio.newQuest(campaign, request)));
    expect(codes.filter((code) => !['ok', 'IDEMPOTENCY_IN_FLIGHT'].includes(code))).toEqual([]);
    expect(await studio.count('quest', sql`campaign_id = ${campaign.id}`)).toBe(1);
  });

  it('belongs to one campaign of one project', async () => {
    const quest = await studio.newQuest(campaign);
    const other = await studio.newCampaign(campaign.projectId);
    const elsewhere = await studio.newProject();
    for (const foreign of [
      { ...quest, campaignId: other.id },
      { ...quest, projectId: elsewhere.id },
      { ...quest, id: elsewhere.id },
    ]) {
      expect(await refusal(studio.call(getQuest, placeOf(foreign)))).toEqual({ code: 'NOT_FOUND' });
      expect(await refusal(studio.update(foreign, { title: 'Mine' }))).toEqual({ code: 'NOT_FOUND' });
      expect(await refusal(studio.move(foreign, 'publish'))).toEqual({ code: 'NOT_FOUND' });
    }
    const place = { projectId: elsewhere.id, campaignId: campaign.id };
    expect(await refusal(studio.call(listQuests, { ...place, order: 'position', limit: 5 }))).toEqual({
      code: 'NOT_FOUND',
    });
    expect(await refusal(studio.newQuest({ ...campaign, projectId: elsewhere.id }))).toEqual({ code: 'NOT_FOUND' });
  });

  it('has prerequisites of its campaign without a circle', async () => {
    const first = await studio.newQuest(campaign);
    const second = await studio.newQuest(campaign, { prerequisites: [first.id] });
    const refused = { code: 'PREREQUISITE_INVALID', pointers: ['/prerequisites/0'] };
    expect(await refusal(studio.update(first, { prerequisites: [second.id] }))).toEqual(refused);
    expect(await refusal(studio.update(first, { prerequisites: [first.id] }))).toEqual(refused);
    const foreign = await studio.newQuest(await studio.newCampaign(campaign.projectId));
    expect(await refusal(studio.newQuest(campaign, { prerequisites: [foreign.id] }))).toEqual(refused);
    expect(await refusal(studio.move(first, 'archive'))).toEqual({ code: 'INVALID_TRANSITION' });
    await studio.move(second, 'archive');
    await studio.move(first, 'archive');
    expect(await refusal(studio.newQuest(campaign, { prerequisites: [first.id] }))).toEqual(refused);
  });

  it('rejects one of two concurrent changes that would form a circle of prerequisites', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, two] = [await studio.newQuest(campaign), await studio.newQuest(campaign)];
      const codes = await outcomes([
        studio.update(one, { prerequisites: [two.id] }),
        studio.update(two, { prerequisites: [one.id] }),
      ]);
      expect(codes.sort()).toEqual(['PREREQUISITE_INVALID', 'ok']);
    }
  });

  it.each<[string, QuestStep[], Record<QuestStep, string>]>([
    ['draft', [], { publish: 'active', unpublish: 'draft', archive: 'archived' }],
    ['active', ['publish'], { publish: 'active', unpublish: 'draft', archive: 'archived' }],
    ['archived', ['archive'], { publish: 'INVALID_TRANSITION', unpublish: 'INVALID_TRANSITION', archive: 'archived' }],
  ])('moves from %s as the table says', async (_, path, table) => {
    for (const [step, result] of Object.entries(table) as [QuestStep, string][]) {
      const quest = await studio.newQuest(campaign);
      for (const before of path) await studio.move(quest, before);
      const answer = await studio.move(quest, step).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      );
      expect([step, answer]).toEqual([step, result]);
    }
  });

  it('does not change any more when archived, nor opens in a campaign that is over', async () => {
    const archived = await studio.newQuest(campaign);
    await studio.move(archived, 'archive');
    expect(await refusal(studio.update(archived, { title: 'Late' }))).toEqual({ code: 'INVALID_TRANSITION' });
    const draft = await studio.newQuest(campaign);
    await studio.call(moveCampaign, { projectId: campaign.projectId, campaignId: campaign.id, step: 'archive' });
    expect(await refusal(studio.move(draft, 'publish'))).toEqual({ code: 'INVALID_TRANSITION' });
    expect(await refusal(studio.newQuest(campaign))).toEqual({ code: 'INVALID_TRANSITION' });
  });

  it('counts what was completed when it gets a limit, and cannot be limited below that', async () => {
    const quest = await studio.newQuest(campaign);
    await studio.db.execute(sql`
      WITH earners AS (
        INSERT INTO earner (user_id) SELECT ${`${quest.id} `} || n FROM generate_series(1, 3) AS n RETURNING user_id
      )
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        verified_at, claimed_at)
      SELECT gen_random_uuid(), ${quest.projectId}, ${quest.campaignId}, ${quest.id}, user_id, 'once', ${quest.taskTypeId},
        ${quest.method}, 'claimed', now(), now() FROM earners`);
    const refused = { code: 'VALIDATION_FAILED', pointers: ['/maxCompletions'] };
    expect(await refusal(studio.update(quest, { maxCompletions: 2 }))).toEqual(refused);
    expect(await studio.update(quest, { maxCompletions: 3 })).toMatchObject({ maxCompletions: 3, completions: 3 });
    expect(await studio.update(quest, { maxCompletions: null })).toMatchObject({ maxCompletions: null });
  });

  it('is ordered with all others that are not archived, and only so', async () => {
    const quests = [];
    for (let i = 0; i < 4; i += 1) quests.push(await studio.newQuest(campaign, { position: 7 }));
    const [a, b, c, d] = quests.map(({ id }) => id) as [string, string, string, string];
    await studio.move(quests[3] as Quest, 'archive');
    const place = { projectId: campaign.projectId, campaignId: campaign.id };
    const order = (questIds: string[]) => studio.call(orderQuests, { ...place, questIds });
    const { items } = await order([c, a, b]);
    expect(items.map(({ id, position }) => [id, position])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ]);
    const refused = { code: 'VALIDATION_FAILED', pointers: ['/questIds'] };
    for (const ids of [[], [a, b], [a, b, c, d], [a, b, b], [a, a, b, c]]) {
      expect(await refusal(order(ids))).toEqual(refused);
    }
    expect(await refusal(order([a, b, 'x']))).toEqual({ ...refused, pointers: ['/questIds/2'] });
    const all = await allPages((cursor) => studio.call(listQuests, { ...place, order: 'position', limit: 1, cursor }));
    expect(all.map(({ id }) => id)).toEqual([c, a, b, d]);
  });

  it('lists in every order', async () => {
    const ids: string[] = [];
    for (const [title, points] of [
      ['b', 5],
      ['A', 20],
      ['C', 5],
      ['a', 0],
    ] as const) {
      ids.push((await studio.newQuest(campaign, { title, points, position: 9 - ids.length })).id);
    }
    const place = { projectId: campaign.projectId, campaignId: campaign.id };
    const list = async (order: QuestOrder) => {
      const items = await inOrder(QUEST_ORDERS, order, (page) => studio.call(listQuests, { ...place, ...page }));
      return items.map(({ id }) => ids.indexOf(id));
    };
    expect(await list('position')).toEqual([3, 2, 1, 0]);
    expect(await list('newest')).toEqual([3, 2, 1, 0]);
    expect(await list('oldest')).toEqual([0, 1, 2, 3]);
    expect(await list('title')).toEqual([1, 3, 0, 2]);
    expect(await list('points')).toEqual([1, 2, 0, 3]);
  });

  it('lists by status, type and category', async () => {
    const checkIn = await studio.publish(await studio.newQuest(campaign));
    const quiz = await studio.newQuest(campaign, { taskTypeId: 'learn_quiz', config: QUIZ });
    const list = async (filter: object) => {
      const place = { projectId: campaign.projectId, campaignId: campaign.id, limit: 10, order: 'position' } as const;
      return (await studio.call(listQuests, { ...place, ...filter })).items.map(({ id }) => id);
    };
    expect(await list({})).toEqual([checkIn.id, quiz.id]);
    expect(await list({ status: ['active'] })).toEqual([checkIn.id]);
    expect(await list({ status: ['active', 'draft'] })).toEqual([checkIn.id, quiz.id]);
    expect(await list({ search: checkIn.slug.toUpperCase() })).toEqual([checkIn.id]);
    expect(await list({ search: 'come', limit: 1 })).toEqual([checkIn.id]);
    expect(await list({ search: '%' })).toEqual([]);
    expect(await list({ taskTypeId: 'learn_quiz' })).toEqual([quiz.id]);
    expect(await list({ category: 'learn' })).toEqual([quiz.id]);
    expect(await list({ category: 'learn', taskTypeId: 'engagement_daily_checkin' })).toEqual([]);
  });
});
