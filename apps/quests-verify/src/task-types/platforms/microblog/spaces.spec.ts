import {
  getOwnSubmission,
  getVerificationStatus,
  submitQuest,
  verifyMicroblog,
  verifySecretCode,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { RepeatRefused } from '../../../verification/rechecks/repeat-refused.js';
import { WakePending } from '../../../verification/rechecks/wake-pending.js';
import { aSpace, errorOf, race, raceSame, RACERS, startQuests, type Quests } from '../../../testing/quests.fixture.js';

const SPACE_URL = 'https://x.com/i/spaces/1LiveSpace001';
const PROOF = { link: 'https://luna.example.org/recording' };
const NO_PLAN = 'Reading Spaces is unavailable on the current plan.';
const HOUR_MS = 3_600_000;

describe('a quest about a Space', () => {
  let quests: Quests;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    quests.others.space = { space: aSpace(), reason: null };
    userId = await quests.addEarner();
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const from = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  /** The window of the quest is over by default. */
  const attend = (window: object = { startsAt: from(-9), endsAt: from(-8) }) =>
    quests.addQuest('social_microblog_space_attend', { spaceId: '1LiveSpace001', code: 'Moonrise', ...window });
  const isOpen = { startsAt: from(-1), endsAt: from(1) };
  const speak = () =>
    quests.addQuest('social_microblog_space_speak', { spaceId: '1LiveSpace001' }, { method: 'hybrid' });
  const host = (config: Record<string, unknown> = {}) =>
    quests.addQuest('social_microblog_space_host', config, { method: 'hybrid' });

  const verify = (questId: string, inputs: Record<string, unknown> = {}, by = userId) =>
    quests.call(verifyMicroblog, { userId: by, questId, inputs });
  const enter = (questId: string, code: string, by = userId) => verify(questId, { code }, by);
  const status = (questId: string) => quests.call(getVerificationStatus, { userId, questId });
  const recheck = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };
  const own = (submissionId: string) => quests.call(getOwnSubmission, { userId, submissionId });

  describe('with a live code', () => {
    it('is credited for the right one, of which nothing is stored', async () => {
      const questId = await attend();
      expect(await enter(questId, '  mOONRISE ')).toMatchObject({ status: 'claimed', inputs: { code: '[redacted]' } });
      const stored = await quests.db.row<{ all: string }>(sql`
        SELECT (SELECT json_agg(s) FROM submission s)::text || (SELECT json_agg(v) FROM verification_check v)::text
          || (SELECT json_agg(t) FROM submission_step t)::text || (SELECT json_agg(o) FROM outbox o)::text
          || coalesce((SELECT json_agg(p) FROM pending_check p)::text, '') AS all`);
      expect(stored?.all).not.toMatch(/moonrise/i);
    });

    it('is completed by its own route alone', async () => {
      const questId = await attend();
      const code = 'Moonrise';
      expect((await errorOf(quests.call(submitQuest, { userId, questId, inputs: { code } }))).code).toBe(
        'WRONG_TASK_TYPE',
      );
      expect((await errorOf(quests.call(verifySecretCode, { userId, questId, code }))).code).toBe('WRONG_TASK_TYPE');
    });

    it('A-07: compares 10 of 20 wrong codes at once, and then refuses the right one, unspent, for 15 minutes', async () => {
      const questId = await attend();
      const { errors } = await raceSame(() => enter(questId, 'sunset'));
      expect(errors).toEqual({ SECRET_CODE_WRONG: 10, SECRET_CODE_LOCKED: RACERS - 10 });
      expect((await errorOf(enter(questId, 'Moonrise'))).code).toBe('SECRET_CODE_LOCKED');
      expect((await status(questId)).availability).toMatchObject({ reason: 'SECRET_CODE_LOCKED' });
      await quests.db.execute(sql`
        UPDATE code_attempt SET wrong_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(wrong_at) AS at)`);
      expect(await enter(questId, 'Moonrise')).toMatchObject({ status: 'claimed' });
    });

    it('A-07: never refuses the first right code of an earner for wrong ones of strangers', async () => {
      const questId = await attend();
      const strangers = await Promise.all(Array.from({ length: 30 }, () => quests.addEarner()));
      await race(strangers.flatMap((by) => Array.from({ length: 4 }, () => () => enter(questId, 'sunset', by))));
      expect(await enter(questId, 'Moonrise')).toMatchObject({ status: 'claimed' });
    }, 60_000);

    it('compares and counts no code before the start and after the grace period', async () => {
      const questId = await attend();
      for (const space of [
        aSpace({ state: 'scheduled', startedAt: null, scheduledStart: from(1) }),
        aSpace({ state: 'ended', endedAt: from(-1) }),
      ]) {
        quests.others.space = { space, reason: null };
        const { errors } = await race([
          ...Array.from({ length: 12 }, () => () => enter(questId, 'Moonrise')),
          ...Array.from({ length: 12 }, () => () => enter(questId, 'sunset')),
        ]);
        expect(errors).toEqual({ SPACE_NOT_LIVE: 24 });
      }
      expect((await status(questId)).negativeChecks).toBe(0);
      quests.others.space = { space: aSpace({ state: 'ended', endedAt: from(-0.2) }), reason: null };
      expect(await enter(questId, 'Moonrise')).toMatchObject({ status: 'claimed' });
      expect(await quests.db.rows(sql`SELECT FROM code_budget WHERE quest_id = ${questId} AND used > 0`)).toEqual([]);
    });

    it('uses the configured window and returns the reason when Spaces cannot be read', async () => {
      quests.others.space = { space: null, reason: NO_PLAN };
      expect(await enter(await attend(isOpen), 'Moonrise')).toMatchObject({ status: 'claimed' });
      expect((await errorOf(enter(await attend(isOpen), 'sunset'))).code).toBe('SECRET_CODE_WRONG');
      const { code, details } = await errorOf(enter(await attend(), 'Moonrise'));
      expect([code, details.detail]).toEqual(['SPACE_NOT_LIVE', expect.stringContaining(NO_PLAN)]);
    });

    it('A-12: falls back to its window in an outage, and leaves nothing pending', async () => {
      quests.others.down.add('integrations');
      expect(await enter(await attend(isOpen), 'Moonrise')).toMatchObject({ status: 'claimed' });
      expect((await errorOf(enter(await attend(), 'Moonrise'))).code).toBe('SPACE_NOT_LIVE');
      expect(await quests.db.rows(sql`SELECT FROM pending_check`)).toEqual([]);
    });
  });

  describe('to speak in', () => {
    const isHost = false;

    it('waits while the Space is live, and is credited when the account comes to the stage', async () => {
      quests.others.microblogUser(userId, { isHost });
      const questId = await speak();
      const { id, status: before } = await verify(questId);
      expect(before).toBe('pending');
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'pending' });
      expect(await status(questId)).toMatchObject({ negativeChecks: 0, check: { code: 'ACTION_NOT_FOUND' } });
      quests.others.microblogUser(userId);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'claimed' });
    });

    it('A-11: ends with the Space, and goes to a reviewer after three negative checks', async () => {
      quests.others.microblogUser(userId, { isHost });
      const questId = await speak();
      const { id } = await verify(questId);
      quests.others.space = { space: aSpace({ state: 'ended', endedAt: from(0) }), reason: null };
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/stage/) as string });
      const over = () => quests.db.execute(sql`UPDATE negative_check SET checked_at = now() - interval '30 seconds'`);
      await over();
      const { errors } = await raceSame(() => verify(questId));
      expect(errors).toEqual({ ACTION_NOT_FOUND: 1, QUEST_COOLDOWN: RACERS - 1 });
      await over();
      expect(await verify(questId, PROOF)).toMatchObject({ status: 'in_review' });
      expect(await status(questId)).toMatchObject({ negativeChecks: 3 });
    });

    it('A-12: goes to a reviewer at once, with a proof, when Spaces cannot be read, and says so', async () => {
      quests.others.microblogUser(userId, { isHost });
      quests.others.space = { space: null, reason: NO_PLAN };
      const questId = await speak();
      expect((await errorOf(verify(questId))).code).toBe('PROOF_NEEDED');
      expect(await verify(questId, PROOF)).toMatchObject({ status: 'in_review', checks: [{ detail: NO_PLAN }] });
      expect(await status(questId)).toMatchObject({ negativeChecks: 0, check: { outcome: 'review', detail: NO_PLAN } });
      quests.others.down.add('integrations');
      expect(await verify(await speak())).toMatchObject({ status: 'pending' });
    });

    it('asks for a linked account', async () => {
      expect((await errorOf(verify(await speak()))).code).toBe('NOT_LINKED');
    });
  });

  describe('to host', () => {
    it('is not repeated after a negative check, whose Space is not kept', async () => {
      quests.others.microblogUser(userId, { isHost: false });
      const questId = await host();
      expect((await errorOf(verify(questId, { spaceUrl: SPACE_URL }))).code).toBe('ACTION_NOT_FOUND');
      quests.others.microblogUser(userId);
      await quests.deliver(WakePending, 'integration.fact_observed', { userId, provider: 'microblog' });
      await quests.get(RepeatRefused).round();
      expect(await quests.db.rows(sql`SELECT due_at FROM negative_check WHERE user_id = ${userId}`)).toEqual([
        { dueAt: null },
      ]);
    });

    it('is credited to its host, with the Space that was read', async () => {
      quests.others.microblogUser(userId);
      const questId = await host({ titleKeywords: ['orbit'], minListeners: 100 });
      expect(await verify(questId, { spaceUrl: SPACE_URL })).toMatchObject({
        ...{ status: 'claimed', inputs: { spaceUrl: SPACE_URL } },
        checks: [{ facts: { microblogStage: { isHost: true, space: { title: 'Orbit weekly', participants: 120 } } } }],
      });
    });

    it('goes to a reviewer when the platform does not return the number of listeners', async () => {
      quests.others.microblogUser(userId);
      quests.others.space = { space: aSpace({ participants: null }), reason: null };
      expect(await verify(await host({ minListeners: 5 }), { spaceUrl: SPACE_URL })).toMatchObject({
        status: 'in_review',
      });
    });

    it('waits for more listeners while the Space is live', async () => {
      quests.others.microblogUser(userId);
      quests.others.space = { space: aSpace({ participants: 4 }), reason: null };
      const { id, status: before } = await verify(await host({ minListeners: 5 }), { spaceUrl: SPACE_URL });
      expect(before).toBe('pending');
      quests.others.space = { space: aSpace({ participants: 5, state: 'ended', endedAt: from(0) }), reason: null };
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'claimed' });
    });

    it('takes a Space for one period of a host', async () => {
      quests.others.microblogUser(userId, { accountId: '77' });
      const period = { kind: 'interval', hours: 1 } as const;
      const questId = await quests.addQuest('social_microblog_space_host', {}, { method: 'hybrid', period });
      await verify(questId, { spaceUrl: SPACE_URL });
      await quests.asOwner().transaction(async (tx) => {
        await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
        for (const table of [sql`submission`, sql`points_ledger`, sql`completion_subject`]) {
          await tx.execute(
            sql`UPDATE ${table} SET period_key = '2020-01-01T00:00:00.000Z' WHERE quest_id = ${questId}`,
          );
        }
        await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
      });
      expect((await errorOf(verify(questId, { spaceUrl: SPACE_URL }))).code).toBe('SUBJECT_ALREADY_USED');
      const coHost = await quests.addEarner();
      quests.others.microblogUser(coHost, { accountId: '78' });
      expect(await verify(questId, { spaceUrl: SPACE_URL }, coHost)).toMatchObject({ status: 'claimed' });
    });
  });
});
