import type { ReplyOf } from '@questp/messages/language';
import { checkIn, verifySecretCode } from '@questp/messages/quests';
import { raw, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { campaignLock } from '../../shared/campaign-locks.js';
import { checkPointsInvariant } from './points-invariant.js';
import { errorOf, holdEarner, race, RACERS, startQuests, type QuestOptions } from '../../testing/quests.fixture.js';

describe('credits', () => {
  const quests = started(startQuests);

  const addCode = (more: QuestOptions = {}) => quests.addQuest('engagement_secret_code', { code: 'Moonrise' }, more);
  const earn = (userId: string, questId: string) =>
    quests.call(verifySecretCode, { userId, questId, code: 'moonrise' });
  const codeOf = async (call: Promise<unknown>) => (await errorOf(call)).code;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  describe('credit', () => {
    afterEach(async () => {
      expect(await quests.violations()).toEqual([]);
    });

    it('counts first come, first served up to the limit of the quest, never beyond', async () => {
      const questId = await addCode({ maxCompletions: 7 });
      const earners = await Promise.all(Array.from({ length: RACERS }, () => quests.addEarner()));
      const { replies, errors } = await race(earners.map((userId) => () => earn(userId, questId)));
      expect([replies.length, errors]).toEqual([7, { QUEST_FULL: RACERS - 7 }]);
      const quest = await quests.db.row(sql`SELECT completions FROM quest WHERE id = ${questId}`);
      expect(quest).toEqual({ completions: 7 });
    });

    it('refuses members of the project', async () => {
      const [questId, userId] = [await addCode(), await quests.addEarner()];
      await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${userId}, 'project_moderator')`);
      expect(await codeOf(earn(userId, questId))).toBe('MEMBER_CANNOT_EARN');
    });

    it('asks for the prerequisites first', async () => {
      const [first, userId] = [await addCode(), await quests.addEarner()];
      const second = await addCode({ prerequisites: [first] });
      const { code, details } = await errorOf(earn(userId, second));
      expect(code).toBe('PREREQUISITES_NOT_MET');
      const missingPrerequisites = [{ id: first, title: 'Quest engagement_secret_code' }];
      expect(details.extra).toEqual({ missingPrerequisites });
      await earn(userId, first);
      expect(await earn(userId, second)).toMatchObject({ status: 'claimed' });
    });

    it('refuses an attempt before the start of the quest, with its time, and after its end', async () => {
      const [userId, startsAt] = [await quests.addEarner(), hours(1)];
      const early = await errorOf(earn(userId, await addCode({ startsAt })));
      expect([early.code, early.details.extra]).toEqual(['QUEST_NOT_STARTED', { availableAt: startsAt.toISOString() }]);
      expect(await codeOf(earn(userId, await addCode({ endsAt: hours(-1) })))).toBe('QUEST_ENDED');
    });

    it('credits a once quest once, and an interval quest once per interval', async () => {
      const [once, interval, userId] = [
        await addCode(),
        await addCode({ period: { kind: 'interval', hours: 6 } }),
        await quests.addEarner(),
      ];
      await earn(userId, once);
      await earn(userId, interval);
      expect(await codeOf(earn(userId, once))).toBe('ALREADY_COMPLETED');
      const again = await errorOf(earn(userId, interval));
      expect(again.code).toBe('QUEST_COOLDOWN');
      expect(again.details.extra?.['availableAt']).toMatch(/T(00|06|12|18):00:00.000Z$/);
    });

    it('A-17: archived quests and ended campaigns refuse with their codes; a disabled type goes on', async () => {
      const other = await startQuests();
      try {
        const [questId, userId] = [
          await other.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } }),
          await other.addEarner(),
        ];
        const attempt = () => other.call(checkIn, { questId, userId });
        await other.db.execute(sql`UPDATE quest SET status = 'archived'`);
        expect(await codeOf(attempt())).toBe('QUEST_ARCHIVED');
        await other.db.execute(sql`UPDATE quest SET status = 'active'`);
        await other.db.execute(sql`UPDATE campaign SET status = 'ended'`);
        expect(await codeOf(attempt())).toBe('CAMPAIGN_NOT_ACTIVE');
        await other.db.execute(sql`UPDATE campaign SET status = 'active'`);
        await other.db.execute(sql`UPDATE project SET status = 'archived'`);
        expect(await codeOf(attempt())).toBe('CAMPAIGN_NOT_ACTIVE');
        await other.db.execute(sql`UPDATE project SET status = 'active'`);
        await other.db.execute(sql`
        INSERT INTO task_type_switch (task_type_id, enabled, changed_by)
        VALUES ('engagement_daily_checkin', false, 'svcadmin_1')`);
        expect(await attempt()).toMatchObject({ status: 'claimed' });
      } finally {
        await other.stop();
      }
    });

    it('A-17: credits nothing once a campaign is being ended, however many wait for it', async () => {
      const questId = await addCode();
      const earners = await Promise.all(Array.from({ length: 5 }, () => quests.addEarner()));
      let release: () => void = () => undefined;
      const goOn = new Promise<void>((resolve) => (release = resolve));
      let held: () => void = () => undefined;
      const locked = new Promise<void>((resolve) => (held = resolve));
      const setStatus = (status: string) => sql`UPDATE campaign SET status = ${status} WHERE id = ${quests.campaignId}`;
      const ending = quests.db.transaction(async (tx) => {
        await tx.row(sql`SELECT ${campaignLock(sql`${quests.campaignId}`)}`);
        held();
        await goOn;
        await tx.execute(setStatus('ended'));
      });
      await locked;
      const attempts = race(earners.map((userId) => () => earn(userId, questId)));
      release();
      await ending;
      const { errors } = await attempts;
      await quests.db.execute(setStatus('active'));
      expect(errors).toEqual({ CAMPAIGN_NOT_ACTIVE: 5 });
    });

    it('A-18: while the points are edited each credit keeps those in force at its moment', async () => {
      const questId = await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' }, points: 1 });
      const earners = await Promise.all(Array.from({ length: RACERS }, () => quests.addEarner()));
      const edits = [5, 50, 500].map((points) => async () => {
        await quests.db.execute(sql`UPDATE quest SET points = ${points}, xp = ${points * 2} WHERE id = ${questId}`);
        return null;
      });
      const checkIns = earners.map((userId) => () => quests.call(checkIn, { questId, userId }));
      const { replies } = await race<ReplyOf<typeof checkIn> | null>([
        ...checkIns.slice(0, 5),
        ...edits,
        ...checkIns.slice(5),
      ]);
      const credits = replies.filter((reply) => reply !== null);
      expect(credits).toHaveLength(RACERS);
      for (const { pointsAwarded, xpAwarded } of credits) {
        expect([1, 5, 50, 500]).toContain(pointsAwarded);
        expect(xpAwarded).toBe(pointsAwarded * 2);
      }
    });

    it('A-19: an earner who is suspended while the attempt runs gets nothing', async () => {
      const [questId, userId] = [await addCode(), await quests.addEarner()];
      const suspension = await holdEarner(quests.db, userId);
      const attempt = errorOf(earn(userId, questId));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await suspension.release(true);
      expect((await attempt).code).toBe('ACCOUNT_SUSPENDED');
      expect(await quests.db.rows(sql`SELECT FROM submission WHERE user_id = ${userId}`)).toEqual([]);
      expect(await codeOf(earn(userId, questId))).toBe('ACCOUNT_SUSPENDED');
    });

    it('A-19: a suspension waits for the credit that began before it', async () => {
      const [questId, userId] = [await addCode({ maxCompletions: 1 }), await quests.addEarner()];
      let suspended = false;
      const running: Promise<unknown>[] = [];
      await quests.db.transaction(async (tx) => {
        await tx.row(sql`SELECT FROM quest WHERE id = ${questId} FOR UPDATE`);
        running.push(earn(userId, questId));
        await new Promise((resolve) => setTimeout(resolve, 100));
        const suspend = sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`;
        running.push(quests.db.execute(suspend).then(() => (suspended = true)));
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(suspended).toBe(false);
      });
      expect(await Promise.all(running)).toMatchObject([{ status: 'claimed' }, true]);
    });
  });

  const damages: [string, string, string][] = [
    ['a ledger entry too few', `DELETE FROM points_ledger`, 'has exactly one credit'],
    ['other points in the ledger', `UPDATE points_ledger SET points = points + 1`, 'sums to the points it carries'],
    ['other points in a standing', `UPDATE standing SET points = points + 1`, 'a standing is the sum'],
    ['a standing too few', `DELETE FROM standing`, 'a standing is the sum'],
    ['another time in a standing', `UPDATE standing SET last_credit_at = now()`, 'time of the last credit'],
    [
      'an entry of another earner',
      `UPDATE points_ledger SET user_id = 'svcuser_x'`,
      'the points of an earner are those of claimed submissions',
    ],
    ['points without a check', `DELETE FROM verification_check`, 'a passing check or a reviewer'],
    ['more completions than counted', `UPDATE quest SET completions = 0`, 'completions than its limit'],
  ];

  describe('points invariant', () => {
    beforeAll(() => quests.asOwner().execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`));

    it.each(damages)('notices %s', async (_what, damage, rule) => {
      const questId = await addCode({ maxCompletions: 3 });
      await earn(await quests.addEarner(), questId);
      expect(await quests.violations()).toEqual([]);
      await quests
        .asOwner()
        .transaction(async (tx) => {
          await tx.execute(sql`${raw(damage)}`);
          expect((await checkPointsInvariant(tx)).map((violation) => violation.rule)).toContainEqual(
            expect.stringContaining(rule),
          );
          throw new Error('roll back');
        })
        .catch((error: unknown) => expect(error).toEqual(new Error('roll back')));
    });
  });
});
