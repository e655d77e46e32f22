import { checkIn, CODE, enterCode, newStudio, type Schemas, SECRET_CODE, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { amidCredit } from './amid-credit.fixture.js';
import { e2e, ledgerRows, studio } from './stage.fixture.js';

const switchTermsTo = async (enabled: boolean) =>
  unwrap(
    (await e2e.superAdmin()).PATCH('/v1/admin/task-types/{taskTypeId}', {
      params: { path: { taskTypeId: 'engagement_terms_accept' } },
      body: { enabled },
    }),
  );

const setPoints = (quest: Schemas['Quest'], points: number) =>
  unwrap(
    studio.client.PATCH('/v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}', {
      params: studio.atQuest(quest),
      body: { points },
    }),
  );

describe('Limits of a quest', () => {
  it('never credits more than maxCompletions when 20 earners come at once', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE, { maxCompletions: 5 });
    const earners = await e2e.people(20);

    const answers = await Promise.all(earners.map((earner) => enterCode(earner, quest.id, CODE)));

    expect(tally(answers)).toEqual({ '200': 5, '409 QUEST_FULL': 15 });
    expect(await ledgerRows(quest.id)).toBe(5);
  });

  it('never approves more than maxCompletions at once, and frees a place by an undo', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' }, { maxCompletions: 3 });
    const earners = await e2e.people(10);
    const submissions = await Promise.all(earners.map((earner) => unwrap(submit(earner, quest.id, { text: 'Done.' }))));

    const answers = await Promise.all(submissions.map((submission) => studio.approve(submission)));

    expect(tally(answers)).toEqual({ '200': 3, '409 QUEST_FULL': 7 });
    const having = (status: number) =>
      submissions[answers.findIndex(({ response }) => response.status === status)] as Schemas['Submission'];
    const [approved, refused] = [having(200), having(409)];
    expect((await studio.undo(approved)).response.status).toBe(200);
    expect((await studio.approve(refused)).response.status).toBe(200);
    expectProblem(await studio.approve(approved), 'QUEST_FULL');
  });

  it('A-17 refuses what was archived, ended or switched off meanwhile, each with its code', async () => {
    const own = await newStudio(await e2e.signIn());
    const [archived, switchedOff, ended] = [
      await own.quest('engagement_secret_code', SECRET_CODE),
      await own.quest('engagement_terms_accept', { version: '1', url: 'https://example.org/terms' }),
      await own.quest('engagement_daily_checkin'),
    ];
    const earner = await e2e.signIn();

    await own.move(archived, 'archive');
    expectProblem(await enterCode(earner, archived.id, CODE), 'QUEST_ARCHIVED');

    await switchTermsTo(false);
    try {
      // Existing quests stay until they are archived (spec 3).
      expect((await submit(earner, switchedOff.id, { version: '1' })).response.status).toBe(201);
    } finally {
      await switchTermsTo(true);
    }

    await unwrap(own.end());
    expectProblem(await checkIn(earner, ended.id), 'CAMPAIGN_NOT_ACTIVE');
  });

  it('A-17 credits nothing after a campaign was ended among check-ins', async () => {
    const own = await newStudio(await e2e.signIn());
    const quest = await own.quest('engagement_daily_checkin');
    const earners = await e2e.people(20);

    const checkIns = Promise.all(earners.map((earner) => checkIn(earner, quest.id)));
    await unwrap(own.end());
    const atTheAnswer = await ledgerRows(quest.id);
    const counts = tally(await checkIns);

    expect((counts['200'] ?? 0) + (counts['409 CAMPAIGN_NOT_ACTIVE'] ?? 0)).toBe(20);
    expect(await ledgerRows(quest.id)).toBe(atTheAnswer);
  });

  it('A-17 answers the end of a campaign after a credit that has begun', async () => {
    const own = await newStudio(await e2e.signIn());
    const quest = await own.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();

    const { status, creditsAtTheAnswer, credits } = await amidCredit(
      quest.id,
      () => checkIn(earner, quest.id),
      () => own.end(),
    );

    expect(status).toBe(200);
    expect(credits).toBe(creditsAtTheAnswer);
  });

  it('A-18 records the points in force at each verification while they are edited', async () => {
    const quest = await studio.quest('engagement_daily_checkin', {}, { points: 1 });
    const earners = await e2e.people(20);

    const [answers] = await Promise.all([
      Promise.all(earners.map((earner) => checkIn(earner, quest.id))),
      parallel(10, (index) => setPoints(quest, index + 2)),
    ]);

    expect(tally(answers)).toEqual({ '200': 20 });
    const awarded = answers.map(({ data }) => data?.pointsAwarded ?? 0);
    expect(awarded.every((points) => points >= 1 && points <= 11)).toBe(true);
    const sum = await e2e.count('SELECT sum(points) AS count FROM quests.points_ledger WHERE quest_id = $1', [
      quest.id,
    ]);
    expect(sum).toBe(awarded.reduce((total, points) => total + points, 0));
  });
});
