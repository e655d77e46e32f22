import { checkIn } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { e2e, ledgerRows, studio } from './stage.fixture.js';

describe('Daily check-in', () => {
  it('A-01 credits one of 20 check-ins of a day', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();

    const answers = await parallel(20, () => checkIn(earner, quest.id));

    expect(tally(answers)).toEqual({ '200': 1, '409 QUEST_COOLDOWN': 19 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-15 counts the UTC day, whatever the time zone of the process', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earners = await e2e.people(6);

    const answers = await Promise.all(earners.map((earner) => checkIn(earner, quest.id)));

    expect(tally(answers)).toEqual({ '200': 6 });
    const days = await e2e.sql<{ period_key: string; today: string }>(
      `SELECT DISTINCT period_key, (claimed_at AT TIME ZONE 'UTC')::date::text AS today
      FROM quests.submission WHERE quest_id = $1`,
      [quest.id],
    );
    expect(days.every(({ period_key, today }) => period_key === today)).toBe(true);
  });

  it('A-15 credits the next day once more and counts a streak of two', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();
    await checkIn(earner, quest.id);
    await moveCheckIn(quest.id, -1);

    const answers = await parallel(20, () => checkIn(earner, quest.id));

    expect(tally(answers)).toEqual({ '200': 1, '409 QUEST_COOLDOWN': 19 });
    expect(answers.find(({ response }) => response.ok)?.data).toMatchObject({ streak: 2, pointsAwarded: 10 });
    expect(await ledgerRows(quest.id)).toBe(2);
  });

  it('A-16 gives no credit for a day before the last check-in when the clock steps back', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();
    await checkIn(earner, quest.id);
    await moveCheckIn(quest.id, 1);

    expectProblem(await checkIn(earner, quest.id), 'QUEST_COOLDOWN');
    expect(await ledgerRows(quest.id)).toBe(1);
    const params = { path: { questId: quest.id } };
    const status = await unwrap(earner.client.GET('/v1/quests/{questId}/daily-checkin/status', { params }));
    expect(status).toMatchObject({ canCheckIn: false, streak: 1 });
  });

  const moveCheckIn = (questId: string, days: number) =>
    e2e.sql(
      `UPDATE quests.submission SET period_key = (period_key::date + $2::integer)::text,
        claimed_at = claimed_at + make_interval(days => $2), verified_at = verified_at + make_interval(days => $2)
      WHERE quest_id = $1`,
      [questId, days],
    );
});
