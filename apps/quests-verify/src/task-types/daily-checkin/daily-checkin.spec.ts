import { checkIn, getCheckInStatus } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';
import { nextPeriodStart, periodKey } from '../../shared/period.js';

describe('daily check-in', () => {
  const DAILY = { kind: 'daily' } as const;

  const quests = started(startQuests);

  const addCheckIn = (config = {}) => quests.addQuest('engagement_daily_checkin', config, { period: DAILY });

  async function databaseDay(offset: number): Promise<string> {
    const row = await quests.db.row<{ now: Date }>(sql`SELECT now() + make_interval(days => ${offset}) AS now`);
    return periodKey(DAILY, row?.now ?? new Date(Number.NaN));
  }

  /** Moves the credit of today to another day, as if it had been given then. */
  async function moveToDay(questId: string, userId: string, offset: number): Promise<void> {
    const day = await databaseDay(offset);
    await quests.asOwner().transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
      await tx.execute(sql`
      UPDATE submission SET period_key = ${day} WHERE quest_id = ${questId} AND user_id = ${userId}`);
      await tx.execute(sql`
      UPDATE points_ledger SET period_key = ${day} WHERE quest_id = ${questId} AND user_id = ${userId}`);
      await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
    });
  }

  it('answers a repetition under the same Idempotency-Key as it answered first', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    const idempotency = { scope: `${userId} check-in`, key: 'k1', requestHash: 'a'.repeat(64) };
    const first = await quests.call(checkIn, { questId, userId, idempotency });
    expect(await quests.call(checkIn, { questId, userId, idempotency })).toEqual(first);
    const other = quests.call(checkIn, { questId, userId, idempotency: { ...idempotency, key: 'k2' } });
    expect((await errorOf(other)).code).toBe('QUEST_COOLDOWN');
  });

  it('credits the UTC day at once, with ledger, standings, history and event', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    const reply = await quests.call(checkIn, { questId, userId });
    const tomorrow = nextPeriodStart(DAILY, new Date(reply.claimedAt))?.toISOString();
    expect(reply).toMatchObject({
      status: 'claimed',
      pointsAwarded: 10,
      xpAwarded: 20,
      streak: 1,
      longestStreak: 1,
      freezeDaysLeft: 0,
      resetsAt: tomorrow,
      nextAvailableAt: tomorrow,
    });
    const written = await quests.db.row(sql`
      SELECT (SELECT count(*)::integer FROM points_ledger WHERE user_id = ${userId}) AS ledger,
        (SELECT json_agg(points) FROM standing WHERE user_id = ${userId}) AS standings,
        (SELECT json_agg(by) FROM submission_step WHERE submission_id = ${reply.submissionId}) AS steps,
        (SELECT json_agg(json_build_array(type, data)) FROM outbox WHERE aggregate_id = ${reply.submissionId}) AS events`);
    expect(written).toEqual({
      ledger: 1,
      standings: [10, 10],
      steps: ['automatic'],
      events: [
        [
          'submission.claimed',
          {
            submissionId: reply.submissionId,
            projectId: quests.projectId,
            campaignId: quests.campaignId,
            questId,
            questTitle: 'Quest engagement_daily_checkin',
            userId,
            status: 'claimed',
            pointsAwarded: 10,
            reason: null,
          },
        ],
      ],
    });
    expect(await quests.call(getCheckInStatus, { questId, userId })).toEqual({
      canCheckIn: false,
      streak: 1,
      longestStreak: 1,
      freezeDaysLeft: 0,
      resetsAt: tomorrow,
      nextAvailableAt: tomorrow,
      lastCheckInAt: reply.claimedAt,
    });
  });

  it('A-01: of 20 parallel check-ins one is credited, and the others return the time of the next', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    const { replies, errors } = await raceSame(() => quests.call(checkIn, { questId, userId }));
    expect(replies).toHaveLength(1);
    expect(errors).toEqual({ QUEST_COOLDOWN: RACERS - 1 });
    const { details } = await errorOf(quests.call(checkIn, { questId, userId }));
    expect(details.extra).toEqual({ availableAt: replies[0]?.nextAvailableAt });
    expect(await quests.violations()).toEqual([]);
  });

  it('A-01: an earner whose event has not arrived yet is credited once', async () => {
    const [questId, userId] = [await addCheckIn(), 'svcuser_00000000000000000000000000000001'];
    const { replies, errors } = await raceSame(() => quests.call(checkIn, { questId, userId }));
    expect([replies.length, errors]).toEqual([1, { QUEST_COOLDOWN: RACERS - 1 }]);
    expect(await quests.violations()).toEqual([]);
  });

  it('A-15: the check-in of yesterday and that of today make a streak of 2', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    await quests.call(checkIn, { questId, userId });
    await moveToDay(questId, userId, -1);
    expect(await quests.call(getCheckInStatus, { questId, userId })).toMatchObject({ canCheckIn: true, streak: 1 });
    expect(await quests.call(checkIn, { questId, userId })).toMatchObject({ streak: 2 });
    expect(await quests.violations()).toEqual([]);
  });

  it('a gap ends the streak', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    await quests.call(checkIn, { questId, userId });
    await moveToDay(questId, userId, -2);
    expect(await quests.call(getCheckInStatus, { questId, userId })).toMatchObject({ canCheckIn: true, streak: 0 });
    expect(await quests.call(checkIn, { questId, userId })).toMatchObject({ streak: 1 });
  });

  it('a missed day is a freeze day of a quest that grants some', async () => {
    const [questId, userId] = [await addCheckIn({ freezeDays: 1 }), await quests.addEarner()];
    await quests.call(checkIn, { questId, userId });
    await moveToDay(questId, userId, -2);
    expect(await quests.call(getCheckInStatus, { questId, userId })).toMatchObject({ streak: 1, freezeDaysLeft: 0 });
    expect(await quests.call(checkIn, { questId, userId })).toMatchObject({ streak: 2, longestStreak: 2 });
  });

  it('A-16: after the clock stepped back a day no earlier day is credited', async () => {
    const [questId, userId] = [await addCheckIn(), await quests.addEarner()];
    await quests.call(checkIn, { questId, userId });
    await moveToDay(questId, userId, 1);
    expect((await errorOf(quests.call(checkIn, { questId, userId }))).code).toBe('QUEST_COOLDOWN');
    const status = await quests.call(getCheckInStatus, { questId, userId });
    expect(status).toMatchObject({ canCheckIn: false, streak: 1 });
    expect(status.nextAvailableAt).toBe(`${await databaseDay(2)}T00:00:00.000Z`);
    expect(await quests.violations()).toEqual([]);
  });

  it('answers WRONG_TASK_TYPE on another quest, naming its endpoint, and NOT_FOUND on none', async () => {
    const userId = await quests.addEarner();
    const questId = await quests.addQuest('engagement_secret_code', { code: 'Moonrise' });
    const wrongType = await errorOf(quests.call(checkIn, { questId, userId }));
    expect([wrongType.code, wrongType.message]).toEqual([
      'WRONG_TASK_TYPE',
      expect.stringContaining('secret-code/verify'),
    ]);
    expect((await errorOf(quests.call(checkIn, { questId: newId(), userId }))).code).toBe('NOT_FOUND');
    expect((await errorOf(quests.call(getCheckInStatus, { questId: newId(), userId }))).code).toBe('NOT_FOUND');
  });
});
