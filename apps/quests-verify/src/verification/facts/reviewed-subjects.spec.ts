import { getOwnSubmission, reviewSubmission, undoReview, verifyMicroblog } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { EXAMPLE_POST } from '../../task-types/platforms/microblog/fields.js';
import { errorOf, newUserId, race, RACERS, startQuests, type Quests } from '../../testing/quests.fixture.js';

const postOf = (id: number) => ({ postUrl: `https://x.com/luna/status/${id}` });

describe('what a submission in review is proven by', () => {
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
  const verify = (userId: string, inputs: Record<string, unknown> = {}) =>
    quests.call(verifyMicroblog, { userId, questId, inputs });
  const team = () => ({ projectId: quests.projectId, reviewerId: newUserId(), by: 'team' as const });
  const decide = (submissionId: string, decision: 'approve' | 'reject') =>
    quests.call(reviewSubmission, {
      ...{ ...team(), submissionId, decision },
      ...(decision === 'reject' && { reason: 'Not yours.' }),
    });

  it('is one account for one earner, of many who hand it in at once', async () => {
    const earners = await Promise.all(Array.from({ length: RACERS }, () => earner('4711')));
    const { replies, errors } = await race(earners.map((userId) => () => verify(userId)));
    expect([replies.length, errors]).toEqual([1, { SUBJECT_ALREADY_USED: RACERS - 1 }]);
    expect(replies[0]).toMatchObject({ status: 'in_review' });
  });

  it('is one post for one earner, without a linked account too', async () => {
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
});
