import { getOwnSubmission, getVerificationStatus, submitQuest, verifyMicroblog } from '@questp/messages/quests';
import { readMicroblogFollow, readMicroblogPosts } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { aPost, errorOf, startQuests, type QuestOptions, type Quests } from '../../../testing/quests.fixture.js';
import { EXAMPLE_POST, EXAMPLE_PROOF } from './fields.js';

describe('a microblog quest', () => {
  let quests: Quests;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    userId = await quests.addEarner();
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const add = (name: string, config: Record<string, unknown>, options: QuestOptions = {}) =>
    quests.addQuest(`social_microblog_${name}`, config, options);
  const follow = () => add('follow', { handle: 'orbit_hq' });
  const quote = (options: QuestOptions = {}) =>
    add('quote', { postUrl: EXAMPLE_POST }, { method: 'hybrid', ...options });
  const verify = (questId: string, inputs?: Record<string, unknown>, by = userId) =>
    quests.call(verifyMicroblog, { userId: by, questId, ...(inputs && { inputs }) });
  const status = (questId: string) => quests.call(getVerificationStatus, { userId, questId });
  const endCooldown = () =>
    quests.db.execute(sql`UPDATE negative_check SET checked_at = now() - interval '30 seconds'`);

  it('is credited by its own route alone', async () => {
    quests.others.microblogUser(userId);
    const questId = await follow();
    const error = await errorOf(quests.call(submitQuest, { userId, questId, inputs: {} }));
    expect(error).toMatchObject({
      code: 'WRONG_TASK_TYPE',
      details: { detail: expect.stringContaining('POST /v1/quests/:questId/microblog/verify') as string },
    });
    expect(await verify(questId)).toMatchObject({ status: 'claimed', inputs: {} });
  });

  it('of a platform API waits for the end of an outage, and then settles by itself', async () => {
    quests.others.microblogUser(userId);
    const questId = await follow();
    const retryAt = new Date(Date.now() + 600_000).toISOString();
    const linked = quests.others.microblog.get(userId);
    quests.others.microblog.set(userId, { status: 'unavailable', value: null, detail: 'It is limited.', retryAt });
    const { id, status: before } = await verify(questId);
    expect(before).toBe('pending');
    expect(await status(questId)).toMatchObject({
      ...{ availability: { state: 'pending' }, negativeChecks: 0, reviewAfter: null },
      check: { outcome: 'inconclusive', code: 'CHECK_UNAVAILABLE', detail: 'It is limited.' },
      submission: { id, status: 'pending', nextTryAt: retryAt },
    });
    if (linked) quests.others.microblog.set(userId, linked);
    await quests.letTimePass();
    await quests.worker().round();
    expect(await quests.call(getOwnSubmission, { userId, submissionId: id })).toMatchObject({ status: 'claimed' });
    expect(await status(questId)).toMatchObject({ check: { outcome: 'pass' }, submission: { status: 'claimed' } });
  });

  describe('that is hybrid', () => {
    const recheck = async () => {
      await quests.letTimePass();
      await quests.worker().round();
    };
    const pass = (minutes: number) =>
      quests.db.execute(sql`
        UPDATE pending_check SET unanswered_since = unanswered_since - make_interval(mins => ${minutes})`);
    const own = (submissionId: string) => quests.call(getOwnSubmission, { userId, submissionId });

    it('waits out an outage of a quarter of an hour, and is credited when the platform answers', async () => {
      quests.others.down.add('integrations');
      const { id, status: before } = await verify(await quote());
      expect(before).toBe('pending');
      await pass(14);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'pending' });
      quests.others.down.clear();
      quests.others.microblogUser(userId);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'claimed' });
    });

    it('goes to a reviewer in a longer outage, with what was handed in', async () => {
      quests.others.down.add('integrations');
      const { id } = await verify(await quote(), EXAMPLE_PROOF);
      await pass(15);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'in_review', inputs: EXAMPLE_PROOF });
    });

    it('waits longer for a quota that is used up, and counts an outage after it anew', async () => {
      const limited = (retryAt: string | null) =>
        quests.others.microblog.set(userId, { status: 'unavailable', value: null, detail: 'Used up.', retryAt });
      quests.others.down.add('integrations');
      const { id } = await verify(await quote(), EXAMPLE_PROOF);
      quests.others.down.clear();
      limited(new Date(Date.now() + 3_600_000).toISOString());
      await pass(15);
      await recheck();
      await pass(15);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'pending', reason: 'Used up.' });
      limited(null);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'pending' });
      await pass(15);
      await recheck();
      expect(await own(id)).toMatchObject({ status: 'in_review' });
    });
  });

  it('that is hybrid goes to a reviewer after three negative checks, which the status counts', async () => {
    await quests.linkAccounts(userId, [{ provider: 'microblog', relinkNeeded: false }]);
    quests.others.microblogUser(userId, { posts: [] });
    const questId = await quote();
    expect(await status(questId)).toMatchObject({
      ...{ method: 'hybrid', negativeChecks: 0, reviewAfter: 3, check: null, submission: null },
      availability: { state: 'available' },
    });
    expect((await errorOf(verify(questId))).code).toBe('ACTION_NOT_FOUND');
    expect((await errorOf(verify(questId))).code).toBe('QUEST_COOLDOWN');
    expect(await status(questId)).toMatchObject({
      ...{ negativeChecks: 1, availability: { state: 'cooldown', reason: 'QUEST_COOLDOWN' } },
      check: {
        outcome: 'fail',
        code: 'ACTION_NOT_FOUND',
        detail: expect.stringContaining('quotes the post') as string,
      },
    });
    await endCooldown();
    expect((await errorOf(verify(questId))).code).toBe('ACTION_NOT_FOUND');
    await endCooldown();
    expect(await verify(questId, EXAMPLE_PROOF)).toMatchObject({ status: 'in_review' });
    expect(await status(questId)).toMatchObject({ negativeChecks: 3, submission: { status: 'in_review' } });
  });

  it('with the method manual is for the reviewers, without a linked account', async () => {
    expect(await verify(await quote({ method: 'manual' }), EXAMPLE_PROOF)).toMatchObject({ status: 'in_review' });
  });

  it('asks for a linked account, and counts no negative check', async () => {
    const questId = await quote();
    expect((await errorOf(verify(questId))).code).toBe('NOT_LINKED');
    expect(await status(questId)).toMatchObject({
      ...{ negativeChecks: 0, check: { outcome: 'relink' } },
      availability: { state: 'locked', reason: 'NOT_LINKED', missingAccount: 'microblog' },
    });
  });

  it('accepts a post in one period only, and an account for one earner only', async () => {
    const post = aPost();
    quests.others.microblogUser(userId, { accountId: '77', posts: [post] });
    const questId = await quote({ method: 'platform_api', period: { kind: 'interval', hours: 1 } });
    await verify(questId);
    await quests.asOwner().transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
      for (const table of [sql`submission`, sql`points_ledger`, sql`completion_subject`]) {
        await tx.execute(sql`UPDATE ${table} SET period_key = '2020-01-01T00:00:00.000Z' WHERE quest_id = ${questId}`);
      }
      await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
    });
    expect((await errorOf(verify(questId))).code).toBe('SUBJECT_ALREADY_USED');
    quests.others.microblogUser(userId, { accountId: '77', posts: [post, aPost()] });
    await endCooldown();
    expect(await verify(questId)).toMatchObject({ status: 'claimed' });

    const other = await quests.addEarner();
    quests.others.microblogUser(other, { accountId: '77', posts: [aPost()] });
    expect((await errorOf(verify(questId, undefined, other))).code).toBe('SUBJECT_ALREADY_USED');
  });

  it('of a day asks for the posts of the day, with its text and hashtags, for the owner of the project', async () => {
    const asked: RequestOf<typeof readMicroblogPosts>[] = [];
    quests.bus.answer(readMicroblogPosts, (request) => {
      asked.push(request);
      const value = {
        accountId: '78',
        posts: [{ ...aPost(), text: 'to the moon', hashtags: ['Orbit'] }],
        isComplete: true,
      };
      return { status: 'found' as const, value, detail: null, retryAt: null };
    });
    const config = { handle: 'orbit_hq', requiredText: 'moon', hashtags: ['orbit'] };
    const questId = await add('mention', config, { method: 'hybrid', period: { kind: 'daily' } });
    const [owner, later] = [await quests.addEarner(), await quests.addEarner()];
    for (const [index, admin] of [owner, later].entries()) {
      await quests.db.execute(sql`
        INSERT INTO project_member (project_id, user_id, role, added_at)
        SELECT project_id, ${admin}, 'project_admin', now() + ${index} * interval '1 second'
        FROM quest WHERE id = ${questId}`);
    }
    await verify(questId);
    expect(asked).toMatchObject([
      {
        ...{ since: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`, text: 'moon', hashtags: ['orbit'] },
        payer: { ownerId: owner },
      },
    ]);
  });

  it('is for a reviewer where only the newest posts were looked at, and none fits', async () => {
    quests.bus.answer(readMicroblogPosts, () => {
      const value = { accountId: '79', posts: [], isComplete: false };
      return { status: 'found' as const, value, detail: null, retryAt: null };
    });
    const questId = await quote();
    expect((await errorOf(verify(questId))).code).toBe('PROOF_NEEDED');
    expect(await verify(questId, EXAMPLE_PROOF)).toMatchObject({ status: 'in_review' });
  });

  it('for a reviewer takes the post of anybody without a linked account, and else the own one alone', async () => {
    const config = { instructions: 'Write a thread.' };
    const thread = () => add('thread', config, { method: 'manual' });
    expect(await verify(await thread(), EXAMPLE_PROOF)).toMatchObject({ status: 'in_review' });
    quests.others.microblogUser(userId, { isAuthor: false });
    expect((await errorOf(verify(await thread(), EXAMPLE_PROOF))).code).toBe('ACTION_NOT_FOUND');
    quests.others.microblogUser(userId);
    expect(await verify(await thread(), EXAMPLE_PROOF)).toMatchObject({ status: 'in_review' });
    const link = { postUrl: 'https://blog.example.org/my-post' };
    expect((await errorOf(verify(await thread(), link))).code).toBe('TASK_INPUTS_INVALID');
    expect((await errorOf(verify(await thread()))).code).toBe('TASK_INPUTS_INVALID');
  });

  it('of an account with a new handle counts; the quest has the handle, and its team is notified once', async () => {
    quests.bus.answer(readMicroblogFollow, ({ followedId }) => {
      const value = { accountId: followedId ?? '', isFollowing: true, handle: 'orbit_new' };
      return { status: 'found' as const, value, detail: null, retryAt: null };
    });
    const accountId = '1700000000000000001';
    const questId = await add('follow', { handle: 'orbit_hq', accountId });
    expect(await verify(questId)).toMatchObject({ status: 'claimed' });
    expect(await quests.db.rows(sql`SELECT config FROM quest WHERE id = ${questId}`)).toEqual([
      { config: { handle: 'orbit_new', accountId } },
    ]);
    expect(await quests.events('quest.target_renamed', questId)).toMatchObject([
      { from: '@orbit_hq', to: '@orbit_new' },
    ]);
  });
});
