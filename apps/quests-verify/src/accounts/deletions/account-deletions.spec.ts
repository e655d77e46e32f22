import { getLeaderboard, reserveAccountDeletion, reserveAccountMerge, verifySecretCode } from '@questp/messages/quests';
import { insertInto, json, newId, raw, sql } from '@questp/postgres';
import { errorOf, newUserId, race } from '../../testing/quests.fixture.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';
import { wrongSums } from '../../testing/aggregates.fixture.js';
import { startStory, type Story } from '../../testing/story.fixture.js';
import { AccountDeletionEvents } from './account-deletion-events.js';

describe('deletions of accounts', () => {
  let story: Story;
  let quests: Story['quests'];
  beforeAll(async () => {
    story = await startStory();
    ({ quests } = story);
  }, 60_000);
  afterAll(() => quests.stop());

  const reserve = (userId: string) => quests.call(reserveAccountDeletion, { userId });
  const deleted = (userId: string) => quests.deliver(AccountDeletionEvents, 'account.deleted', { userId });
  const statusOf = (userId: string) =>
    quests.db.transaction((tx) => quests.get(EarnersRepository).statusOf(tx, userId));
  const shown = async (userId: string) => {
    const { projectId, campaignId } = quests;
    const { items } = await quests.call(getLeaderboard, { projectId, campaignId, limit: 100, window: 'all' });
    return items.some((item) => item.userId === userId);
  };
  const tablesWith = async (text: string) => {
    const tables = await quests.db.rows<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`);
    const found: string[] = [];
    for (const { name } of tables) {
      const row = await quests.db.row(sql`SELECT FROM ${raw(name)} AS t WHERE strpos(t::text, ${text}) > 0 LIMIT 1`);
      if (row !== undefined) found.push(name);
    }
    return found.toSorted();
  };

  it('blank what says something of the person, and leave what was earned', async () => {
    const [userId, questId, canary] = [await quests.addEarner(), await story.addCode(10), `canary${newId()}`];
    const submissionId = await story.earn(userId, questId);
    await quests.db.transaction(async (tx) => {
      await tx.execute(sql`
        UPDATE earner SET username = 'canary', display_name = ${canary}, avatar_url = ${`https://x.example/${canary}`}, primary_wallet = ${canary},
          wallets = jsonb_build_array(${canary}::text) WHERE user_id = ${userId}`);
      await tx.execute(sql`
        UPDATE submission SET inputs = jsonb_build_object('text', ${canary}::text), reason = ${canary} WHERE id = ${submissionId}`);
      await tx.execute(
        insertInto('submission_step', { submissionId, status: 'claimed', by: 'earner', reason: canary }),
      );
      await tx.execute(sql`
        UPDATE verification_check SET inputs = jsonb_build_object('text', ${canary}::text), detail = ${canary}
        WHERE user_id = ${userId}`);
    });
    await story.fold();
    const merge = { id: newId(), survivorId: userId, absorbedId: newUserId(), state: 'moved', toldStatus: 'active' };
    const endedCheck = json({ submissionId, inputs: { text: canary }, since: '2026-01-01' });
    await quests.db.execute(insertInto('account_merge', merge));
    await quests.db.execute(
      insertInto('account_merge_item', { mergeId: merge.id, submissionId, dropped: true, endedCheck }),
    );
    expect(await tablesWith(canary)).toEqual([
      'account_merge_item',
      'earner',
      'submission',
      'submission_step',
      'verification_check',
    ]);
    const points = sql`SELECT id, points FROM points_ledger WHERE user_id = ${userId} ORDER BY id`;
    const earned = await quests.db.rows(points);
    expect(await shown(userId)).toBe(true);
    await reserve(userId);
    await deleted(userId);
    expect(await tablesWith(canary)).toEqual([]);
    expect(await shown(userId)).toBe(false);
    expect(await quests.db.rows(points)).toEqual(earned);
    await story.fold();
    expect(await wrongSums(quests.db)).toEqual([]);
  });

  it('end what waits', async () => {
    const [userId, questId] = [await quests.addEarner(), await story.addCode(10)];
    const id = newId();
    await quests.db.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status)
      SELECT ${id}::uuid, project_id, campaign_id, id, ${userId}::text, 'p', task_type_id, method, 'pending'
      FROM quest WHERE id = ${questId}`);
    const inputs = JSON.stringify({});
    await quests.db.execute(insertInto('pending_check', { submissionId: id, userId, inputs, dueAt: new Date() }));
    await reserve(userId);
    await deleted(userId);
    const row = await quests.db.row(sql`
      SELECT status, (SELECT count(*)::integer FROM pending_check WHERE user_id = ${userId}) AS waiting
      FROM submission WHERE id = ${id}`);
    expect(row).toEqual({ status: 'rejected', waiting: 0 });
  });

  it('are refused to who is in a team, suspended or being merged, and keep the account from a merge', async () => {
    const [member, suspended, survivor, absorbed] = await Promise.all([1, 2, 3, 4].map(() => quests.addEarner()));
    if (!member || !suspended || !survivor || !absorbed) throw new Error('no earners');
    await quests.db.execute(
      insertInto('project_member', { projectId: quests.projectId, userId: member, role: 'project_moderator' }),
    );
    await story.suspend(suspended, 'suspended', 5);
    await quests.call(reserveAccountMerge, { mergeId: newId(), survivorId: survivor, absorbedId: absorbed });
    expect((await errorOf(reserve(member))).code).toBe('ACCOUNT_HAS_ROLES');
    expect((await errorOf(reserve(suspended))).code).toBe('ACCOUNT_SUSPENDED');
    for (const userId of [survivor, absorbed]) expect((await errorOf(reserve(userId))).code).toBe('ACCOUNT_MERGING');
    expect([await statusOf(member), await statusOf(survivor)]).toEqual(['active', 'active']);
  });

  it('credit nothing once they are reserved, whatever identity said of the account before', async () => {
    const userId = await quests.addEarner();
    const codes = await Promise.all(Array.from({ length: 6 }, () => story.addCode(10)));
    const { replies, errors } = await race<unknown>([
      ...codes.map((questId) => () => quests.call(verifySecretCode, { userId, questId, code: 'sesame' })),
      () => reserve(userId),
    ]);
    expect(replies.length - 1 + (errors.UNAUTHENTICATED ?? 0)).toBe(codes.length);
    await story.suspend(userId, 'active', 9);
    expect(await statusOf(userId)).toBe('deleted');
    await reserve(userId);
    await story.fold();
    expect(await wrongSums(quests.db)).toEqual([]);
  });
});
