import {
  checkIn,
  deleteCampaign,
  deleteQuest,
  discoverQuest,
  duplicateCampaign,
  duplicateQuest,
  verifySecretCode,
  getCampaign,
  getQuest,
  listQuests,
  moveCampaign,
  resetAttempts,
  submitQuiz,
  type Campaign,
  type CampaignStep,
  type Quest,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { checkPointsInvariant } from '../../ledger/credits/points-invariant.js';
import { aKey, aSlug, aUserId, outcomes, placeOf, QUIZ, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('drafts', () => {
  const CODE = { taskTypeId: 'engagement_secret_code', config: { code: 'Moonrise', hint: 'in the call' } };

  const studio = started(startStudio);

  const campaignOf = ({ projectId, id }: Campaign) => ({ projectId, campaignId: id });
  const moveAll = (campaign: Campaign, step: CampaignStep) =>
    studio.call(moveCampaign, { ...campaignOf(campaign), step });
  const come = (quest: Quest, userId = aUserId()) => studio.call(checkIn, { userId, questId: quest.id });

  describe('a duplicate of a quest', () => {
    it('is a draft of its own at the end, with the settings and the secrets of the first', async () => {
      const campaign = await studio.newCampaign((await studio.newProject()).id);
      const first = await studio.newQuest(campaign);
      const gone = await studio.newQuest(campaign);
      const more = { xp: 5, maxCompletions: 3, prerequisites: [first.id, gone.id], endsAt: '2030-01-01T00:00:00.000Z' };
      const quest = await studio.publish(await studio.newQuest(campaign, { ...CODE, ...more }));
      await studio.update(quest, { prerequisites: [first.id] });
      await studio.db.execute(sql`UPDATE quest SET completions = 2 WHERE id = ${quest.id}`);
      await studio.db.execute(
        sql`UPDATE quest SET prerequisites = ${[first.id, gone.id]}::uuid[] WHERE id = ${quest.id}`,
      );
      await studio.db.execute(sql`UPDATE quest SET status = 'archived' WHERE id = ${gone.id}`);
      const slug = aSlug();
      const copy = await studio.call(duplicateQuest, { ...placeOf(quest), slug });
      expect(copy).toEqual({
        ...quest,
        id: copy.id,
        slug,
        status: 'draft',
        position: 3,
        completions: 0,
        prerequisites: [first.id],
        createdAt: copy.createdAt,
        updatedAt: copy.updatedAt,
      });
      expect(copy.id).not.toBe(quest.id);
      expect((await studio.stored(copy)).verificationConfig).toEqual({ code: 'Moonrise' });
      expect(await studio.call(duplicateQuest, { ...placeOf(quest), slug: aSlug(), title: 'Again' })).toMatchObject({
        title: 'Again',
        position: 4,
      });
      expect(JSON.stringify(copy)).not.toContain('Moonrise');
    });

    it('needs a slug of its own, is made once per Idempotency-Key and only in an open campaign', async () => {
      const campaign = await studio.newCampaign((await studio.newProject()).id);
      const quest = await studio.newQuest(campaign);
      const duplicate = (slug: string, more: object = {}) =>
        studio.call(duplicateQuest, { ...placeOf(quest), slug, ...more });
      expect(await refusal(duplicate(quest.slug))).toEqual({ code: 'SLUG_TAKEN' });
      const [slug, idempotency] = [aSlug(), aKey()];
      const [one, two] = [await duplicate(slug, { idempotency }), await duplicate(slug, { idempotency })];
      expect(two).toEqual(one);
      expect(await refusal(studio.call(duplicateQuest, { ...placeOf(quest), projectId: quest.id, slug }))).toEqual({
        code: 'NOT_FOUND',
      });
      await moveAll(campaign, 'archive');
      expect(await refusal(duplicate(aSlug()))).toEqual({ code: 'INVALID_TRANSITION' });
    });
  });

  describe('a duplicate of a campaign', () => {
    it('is a draft with drafts of its quests, their secrets, order and prerequisites, without any times', async () => {
      const project = await studio.newProject();
      const times = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2030-01-01T00:00:00.000Z' };
      const campaign = await studio.newCampaign(project.id, { ...times, description: 'All of it' });
      const first = await studio.publish(await studio.newQuest(campaign, times));
      const gone = await studio.newQuest(campaign);
      const last = await studio.newQuest(campaign, { ...CODE, prerequisites: [first.id] });
      await studio.move(gone, 'archive');
      await moveAll(campaign, 'activate');
      await come(first);
      await moveAll(campaign, 'end');
      const slug = aSlug();
      const copy = await studio.call(duplicateCampaign, { ...campaignOf(campaign), slug, title: 'Season two' });
      expect(copy).toMatchObject({
        slug,
        title: 'Season two',
        description: 'All of it',
        status: 'draft',
        startsAt: null,
        endsAt: null,
        activatedAt: null,
        endedAt: null,
      });
      const { items } = await studio.call(listQuests, { ...campaignOf(copy), order: 'position', limit: 100 });
      expect(items.map((quest) => [quest.slug, quest.status, quest.position, quest.startsAt, quest.endsAt])).toEqual([
        [first.slug, 'draft', first.position, null, null],
        [last.slug, 'draft', last.position, null, null],
      ]);
      const [newFirst, newLast] = items as [Quest, Quest];
      expect(newLast.prerequisites).toEqual([newFirst.id]);
      expect((await studio.stored(newLast)).verificationConfig).toEqual({ code: 'Moonrise' });
      await studio.move(newFirst, 'publish');
      expect(await moveAll(copy, 'activate')).toMatchObject({ status: 'active' });
    });

    it('is made once per Idempotency-Key, with a slug of its own, in an active project', async () => {
      const campaign = await studio.newCampaign((await studio.newProject()).id);
      const duplicate = (slug: string, more: object = {}) =>
        studio.call(duplicateCampaign, { ...campaignOf(campaign), slug, ...more });
      expect(await refusal(duplicate(campaign.slug))).toEqual({ code: 'SLUG_TAKEN' });
      const [slug, idempotency] = [aSlug(), aKey()];
      expect(await duplicate(slug, { idempotency })).toEqual(await duplicate(slug, { idempotency }));
      await studio.db.execute(sql`UPDATE project SET status = 'archived' WHERE id = ${campaign.projectId}`);
      expect(await refusal(duplicate(aSlug()))).toEqual({ code: 'INVALID_TRANSITION' });
    });
  });

  describe('the deletion of a draft', () => {
    it('succeeds before the first attempt, and frees the slug', async () => {
      const campaign = await studio.newCampaign((await studio.newProject()).id);
      const quest = await studio.newQuest(campaign);
      const after = await studio.newQuest(campaign, { prerequisites: [quest.id] });
      const remove = (one: Quest) => studio.call(deleteQuest, placeOf(one));
      expect(await refusal(remove(quest))).toEqual({ code: 'INVALID_TRANSITION' });
      expect(await remove(after)).toBeNull();
      expect(await remove(quest)).toBeNull();
      expect(await refusal(remove(quest))).toEqual({ code: 'NOT_FOUND' });
      expect(await refusal(studio.call(getQuest, placeOf(quest)))).toEqual({ code: 'NOT_FOUND' });
      const published = await studio.publish(await studio.newQuest(campaign, { slug: quest.slug }));
      expect(await refusal(remove(published))).toEqual({ code: 'INVALID_TRANSITION' });
    });

    it('deletes the quests of a campaign with it', async () => {
      const { campaign, quest } = await studio.running();
      const remove = () => studio.call(deleteCampaign, campaignOf(campaign));
      expect(await refusal(remove())).toEqual({ code: 'INVALID_TRANSITION' });
      await moveAll(campaign, 'deactivate');
      expect(await remove()).toBeNull();
      expect(await refusal(studio.call(getCampaign, campaignOf(campaign)))).toEqual({ code: 'NOT_FOUND' });
      expect(await studio.count('quest', sql`id = ${quest.id}`)).toBe(0);
      expect(await refusal(remove())).toEqual({ code: 'NOT_FOUND' });
    });

    it('is refused after an attempt, also after a failed one', async () => {
      const { campaign } = await studio.running();
      const quest = await studio.publish(await studio.newQuest(campaign, CODE));
      const wrong = studio.call(verifySecretCode, { userId: aUserId(), questId: quest.id, code: 'Sunset' });
      expect(await refusal(wrong)).toMatchObject({ code: 'SECRET_CODE_WRONG' });
      expect(await studio.move(quest, 'unpublish')).toMatchObject({ status: 'draft' });
      expect(await refusal(studio.call(deleteQuest, placeOf(quest)))).toEqual({ code: 'HAS_PARTICIPANTS' });
      await moveAll(campaign, 'deactivate');
      expect(await refusal(studio.call(deleteCampaign, campaignOf(campaign)))).toEqual({ code: 'HAS_PARTICIPANTS' });
      expect(await studio.move(quest, 'archive')).toMatchObject({ status: 'archived' });
    });
  });

  describe('the return to draft', () => {
    it.each(['claimed', 'in_review', 'pending', 'reversed'])(
      'nothing goes that has a submission %s',
      async (status) => {
        const { campaign, quest } = await studio.running();
        const nextTryAt = status === 'pending' ? new Date() : null;
        await studio.submit(quest, aUserId(), status, '2026-01-01', nextTryAt);
        expect(await refusal(studio.move(quest, 'unpublish'))).toEqual({ code: 'HAS_PARTICIPANTS' });
        expect(await refusal(moveAll(campaign, 'deactivate'))).toEqual({ code: 'HAS_PARTICIPANTS' });
      },
    );

    it('is possible after failed attempts, and hides the quest from earners', async () => {
      const { campaign, quest } = await studio.running();
      await studio.submit(quest, aUserId(), 'rejected', '2026-01-01');
      expect(await studio.move(quest, 'unpublish')).toMatchObject({ status: 'draft' });
      expect(await refusal(studio.call(discoverQuest, { questId: quest.id }))).toEqual({ code: 'NOT_FOUND' });
      expect(await refusal(come(quest))).toEqual({ code: 'NOT_FOUND' });
      await studio.move(quest, 'publish');
      expect(await moveAll(campaign, 'deactivate')).toMatchObject({
        status: 'draft',
        activatedAt: null,
        startsAt: null,
      });
      expect(await refusal(come(quest))).toEqual({ code: 'NOT_FOUND' });
    });

    it('keeps a start that the team has set', async () => {
      const startsAt = '2026-01-01T00:00:00.000Z';
      const { campaign } = await studio.running({ startsAt });
      expect(await moveAll(campaign, 'deactivate')).toMatchObject({ startsAt });
    });

    it.each(['unpublish', 'deactivate'] as const)('waits for a running write of an attempt: %s', async (step) => {
      const { campaign, quest } = await studio.running();
      const userId = aUserId();
      await studio.db.execute(sql`INSERT INTO earner (user_id) VALUES (${userId})`);
      let commit: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (commit = resolve));
      let written: () => void = () => undefined;
      const isWritten = new Promise<void>((resolve) => (written = resolve));
      const writing = studio.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT ${campaignShareLock(sql`${campaign.id}`)}`);
        await tx.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status)
        VALUES (gen_random_uuid(), ${quest.projectId}, ${campaign.id}, ${quest.id}, ${userId}, '2026-01-01',
          ${quest.taskTypeId}, ${quest.method}, 'in_review')`);
        written();
        await held;
      });
      await isWritten;
      const back = outcomes([step === 'unpublish' ? studio.move(quest, step) : moveAll(campaign, step)]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      commit();
      await writing;
      expect(await back).toEqual(['HAS_PARTICIPANTS']);
    });

    it.each(['unpublish', 'deactivate'] as const)('never succeeds beside a concurrent credit: %s', async (step) => {
      // Submissions that the fixture wrote have no ledger.
      const before = await checkPointsInvariant(studio.db);
      for (let round = 0; round < 6; round += 1) {
        const { campaign, quest } = await studio.running();
        const back = (): Promise<Campaign | Quest> =>
          step === 'unpublish' ? studio.move(quest, step) : moveAll(campaign, step);
        const later = new Promise((resolve) => setTimeout(resolve, round * 4)).then(back);
        const [moved, ...came] = await outcomes([later, ...Array.from({ length: 10 }, () => come(quest))]);
        const credits = came.filter((code) => code === 'ok').length;
        expect([moved, credits > 0]).toEqual(moved === 'ok' ? ['ok', false] : ['HAS_PARTICIPANTS', true]);
        expect(came.every((code) => code === 'ok' || code === 'NOT_FOUND')).toBe(true);
      }
      expect(await checkPointsInvariant(studio.db)).toEqual(before);
    });
  });

  describe('the reset of the attempts of an earner', () => {
    const reset = (quest: Quest, userId: string) =>
      studio.call(resetAttempts, { ...placeOf(quest), userId, reason: 'The page hung' });
    const NOTHING = { quizAttempts: 0, wrongCodes: 0, negativeChecks: 0 };
    const answer = (quest: Quest, userId: string, option: string) =>
      studio.call(submitQuiz, { userId, questId: quest.id, answers: { q1: [option] } });

    it('allows this earner alone to pass a quiz without attempts left', async () => {
      const { campaign } = await studio.running();
      const quest = await studio.publish(
        await studio.newQuest(campaign, { taskTypeId: 'learn_quiz', config: { ...QUIZ, maxAttempts: 1 } }),
      );
      const [earner, other] = [aUserId(), aUserId()];
      for (const userId of [earner, other]) {
        expect(await answer(quest, userId, 'b')).toMatchObject({ passed: false });
        expect(await refusal(answer(quest, userId, 'a'))).toMatchObject({ code: 'QUIZ_ATTEMPTS_EXHAUSTED' });
      }
      expect(await reset(quest, earner)).toEqual({ ...NOTHING, quizAttempts: 1 });
      expect(await reset(quest, earner)).toEqual(NOTHING);
      expect(await answer(quest, earner, 'a')).toMatchObject({ passed: true });
      expect(await refusal(answer(quest, other, 'a'))).toMatchObject({ code: 'QUIZ_ATTEMPTS_EXHAUSTED' });
      expect(await refusal(reset(quest, earner))).toEqual({ code: 'INVALID_TRANSITION' });
      expect(await answer(quest, earner, 'b')).toMatchObject({ passed: true });
    });

    it('allows codes to be entered again', async () => {
      const { campaign } = await studio.running();
      const quest = await studio.publish(await studio.newQuest(campaign, CODE));
      const userId = aUserId();
      const enter = (code: string) => studio.call(verifySecretCode, { userId, questId: quest.id, code });
      for (let n = 0; n < 10; n += 1)
        expect(await refusal(enter('Sunset'))).toMatchObject({ code: 'SECRET_CODE_WRONG' });
      expect(await refusal(enter('Moonrise'))).toMatchObject({ code: 'SECRET_CODE_LOCKED' });
      expect(await reset(quest, userId)).toEqual({ ...NOTHING, wrongCodes: 10 });
      expect(await enter('Moonrise')).toMatchObject({ status: 'claimed' });
    });

    it('is refused for an earner without attempts and for a quest of another project', async () => {
      const { quest } = await studio.running();
      const elsewhere = await studio.newProject();
      expect(await refusal(reset(quest, aUserId()))).toEqual({ code: 'NOT_FOUND' });
      expect(await refusal(reset({ ...quest, projectId: elsewhere.id }, aUserId()))).toEqual({ code: 'NOT_FOUND' });
    });
  });
});
