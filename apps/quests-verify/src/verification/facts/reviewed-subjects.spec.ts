import {
  getOwnSubmission,
  getTeamSubmission,
  listTeamSubmissions,
  reviewSubmission,
  submitQuest,
  undoReview,
  verifyMicroblog,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { forgetSubmissions } from '../../ledger/credits/forget-submissions.js';
import { EXAMPLE_POST } from '../../task-types/platforms/microblog/fields.js';
import { errorOf, newUserId, race, RACERS, startQuests, type Quests } from '../../testing/quests.fixture.js';

const postOf = (id: number) => ({ postUrl: `https://x.com/luna/status/${id}` });

describe('the proof of a submission in review', () => {
  let quests: Quests;
  let questId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    questId = await quests.addQuest('social_microblog_quote', { postUrl: EXAMPLE_POST }, { method: 'manual' });
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  /** An earner who has linked the account. */
  const earner = async (accountId?: string) => {
    const userId = await quests.addEarner();
    if (accountId !== undefined) quests.others.microblogUser(userId, { accountId });
    return userId;
  };
  let post = 1;
  const verify = (userId: string, inputs: Record<string, unknown> = postOf((post += 1))) =>
    quests.call(verifyMicroblog, { userId, questId, inputs });
  const team = () => ({ projectId: quests.projectId, reviewerId: newUserId(), by: 'team' as const });
  const decide = (submissionId: string, decision: 'approve' | 'reject') =>
    quests.call(reviewSubmission, {
      ...{ ...team(), submissionId, decision },
      ...(decision === 'reject' && { reason: 'Not yours.' }),
    });

  it('uses an account for one earner when many submit it at once', async () => {
    const earners = await Promise.all(Array.from({ length: RACERS }, () => earner('4711')));
    const { replies, errors } = await race(earners.map((userId) => () => verify(userId)));
    expect([replies.length, errors]).toEqual([1, { SUBJECT_ALREADY_USED: RACERS - 1 }]);
    expect(replies[0]).toMatchObject({ status: 'in_review' });
  });

  it('uses a post for one earner, also without a linked account', async () => {
    const earners = await Promise.all(Array.from({ length: RACERS }, () => earner()));
    const { replies, errors } = await race(earners.map((userId) => () => verify(userId, postOf(4711))));
    expect([replies.length, errors]).toEqual([1, { SUBJECT_ALREADY_USED: RACERS - 1 }]);
  });

  it('stays used after the approval, also when the account is linked elsewhere', async () => {
    const first = await earner('4712');
    await decide((await verify(first)).id, 'approve');
    quests.others.microblog.delete(first);
    expect((await errorOf(verify(await earner('4712')))).code).toBe('SUBJECT_ALREADY_USED');
  });

  it('is free again after a rejection, which cannot be undone into a second credit', async () => {
    const [first, second] = [await earner('4713'), await earner('4713')];
    const { id } = await verify(first);
    await decide(id, 'reject');
    const taken = await verify(second);
    await quests.call(undoReview, { ...team(), submissionId: id });
    expect((await errorOf(decide(id, 'approve'))).code).toBe('SUBJECT_ALREADY_USED');
    await decide(taken.id, 'approve');
    expect(await quests.db.rows(sql`SELECT FROM points_ledger WHERE quest_id = ${questId}`)).toHaveLength(1);
  });

  it('holds for a hybrid quest that goes to review after an outage', async () => {
    questId = await quests.addQuest('social_microblog_quote', { postUrl: EXAMPLE_POST }, { method: 'hybrid' });
    const earners = [await earner('4714'), await earner('4714')];
    quests.others.down.add('integrations');
    const waiting = [];
    for (const userId of earners) waiting.push({ userId, submissionId: (await verify(userId)).id });
    await quests.db.execute(sql`UPDATE pending_check SET unanswered_since = now() - interval '15 minutes'`);
    await quests.letTimePass();
    await quests.worker().round();
    quests.others.down.clear();
    const now = await Promise.all(waiting.map((own) => quests.call(getOwnSubmission, own)));
    expect(now.map(({ status }) => status).toSorted()).toEqual(['in_review', 'rejected']);
  });

  describe('a link', () => {
    const MANUAL = { method: 'manual' } as const;
    const submit = (userId: string, quest: string, link: string) =>
      quests.call(submitQuest, { userId, questId: quest, inputs: { link } });
    const shown = (submissionId: string) =>
      quests.call(getTeamSubmission, { projectId: quests.projectId, submissionId });

    it('is used for one earner when many submit it at once in different spellings', async () => {
      const quest = await quests.addQuest('content_blog_write', { instructions: 'Write.' }, MANUAL);
      const earners = await Promise.all(Array.from({ length: RACERS }, () => quests.addEarner()));
      const written = (at: number) =>
        [
          'https://luna.example.org/post',
          'http://www.luna.example.org/post/?utm_source=x',
          'https://LUNA.example.org/post#7',
        ][at % 3] ?? '';
      const { replies, errors } = await race(earners.map((userId, at) => () => submit(userId, quest, written(at))));
      expect([replies.length, errors]).toEqual([1, { SUBJECT_ALREADY_USED: RACERS - 1 }]);
      const { id } = replies[0] ?? { id: '' };
      await decide(id, 'reject');
      const winner = await quests.db.row<{ userId: string }>(sql`SELECT user_id FROM submission WHERE id = ${id}`);
      const [next = ''] = earners.filter((userId) => userId !== winner?.userId);
      expect(await submit(next, quest, written(0))).toMatchObject({ status: 'in_review' });
    });

    it('to a post of a platform counts as the post', async () => {
      const quest = await quests.addQuest('engagement_url_share', { targetUrl: 'https://example.org/launch' }, MANUAL);
      await submit(await quests.addEarner(), quest, 'https://x.com/luna/status/4711?s=20');
      const again = submit(await quests.addEarner(), quest, 'https://mobile.twitter.com/i/web/status/4711');
      expect((await errorOf(again)).code).toBe('SUBJECT_ALREADY_USED');
    });

    it.each([
      ['content_blog_comment', { targetUrl: 'https://blog.example.org/launch' }],
      ['content_crowdfund_support', { targetUrl: 'https://crowdfund.example.org/orbit' }],
      ['custom_manual', { instructions: 'Show it.' }],
    ])('can be the same for earners of %s, and reviewers see who used it', async (taskTypeId, config) => {
      const quest = await quests.addQuest(taskTypeId, config, MANUAL);
      const link = `https://shared.example.org/${taskTypeId}`;
      const earners = [await quests.addEarner(), await quests.addEarner()];
      const handedIn = [];
      for (const userId of earners) handedIn.push(await submit(userId, quest, link));
      const [first, second] = handedIn;
      const { proofs } = await shown(second?.id ?? '');
      expect(proofs).toMatchObject([
        {
          ...{ kind: 'link', value: `shared.example.org/${taskTypeId}`, reserved: false, otherUses: 1 },
          latestUses: [{ submissionId: first?.id, questId: quest, status: 'in_review', userId: earners[0] }],
        },
      ]);
    });

    it('to the page that the quest is about is not reserved', async () => {
      const page = 'https://www.producthunt.com/posts/orbit';
      const quest = await quests.addQuest('social_launchsite_comment', { targetUrl: page }, MANUAL);
      for (const userId of [await quests.addEarner(), await quests.addEarner()]) {
        expect(await submit(userId, quest, `${page}/`)).toMatchObject({ status: 'in_review' });
      }
    });
  });

  it('shows reviewers the account of the platform alone, and other earners of the project who used it', async () => {
    const other = await quests.addQuest('social_microblog_follow', { handle: 'orbit_hq' });
    const [first, second] = [await earner('4715'), await earner('4715')];
    const credited = await quests.call(verifyMicroblog, { userId: first, questId: other, inputs: {} });
    expect(credited).toMatchObject({ status: 'claimed' });
    const { id } = await verify(second);
    const detail = await quests.call(getTeamSubmission, { projectId: quests.projectId, submissionId: id });
    expect(detail).toMatchObject({
      account: { provider: 'microblog', handle: 'luna', profileUrl: 'https://x.com/luna' },
      proofs: [
        {
          ...{ kind: 'account', value: 'microblog/4715', reserved: true, otherUses: 1 },
          latestUses: [{ submissionId: credited.id, questId: other, status: 'claimed', userId: first }],
        },
        { kind: 'post', reserved: true, otherUses: 0, latestUses: [] },
      ],
    });
    const { items } = await quests.call(listTeamSubmissions, {
      ...{ projectId: quests.projectId, questId, limit: 10, order: 'newest' },
    });
    expect(items[0]).toMatchObject({ id, account: { handle: 'luna' } });
    expect(await quests.call(getOwnSubmission, { userId: second, submissionId: id })).not.toHaveProperty('proofs');
  });

  it('loses the name of the account when the earner deletes theirs', async () => {
    const userId = await earner('4716');
    const { id } = await verify(userId);
    await quests.db.transaction((tx) => forgetSubmissions(tx, userId));
    expect(await quests.db.rows(sql`SELECT handle FROM review_subject WHERE submission_id = ${id}`)).toEqual([
      { handle: null },
      { handle: null },
    ]);
  });
});
