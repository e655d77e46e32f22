import type { RequestOf } from '@questp/messages/language';
import { listParticipants, type Participant } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { allPages, aSnapshot, aUserId, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('the participants of a campaign', () => {
  const studio = started(startStudio);

  type Filter = Partial<RequestOf<typeof listParticipants>>;
  const participants = ({ projectId, campaignId }: { projectId: string; campaignId: string }, filter: Filter = {}) =>
    allPages<Participant>((cursor) =>
      studio.call(listParticipants, { projectId, campaignId, limit: 3, ...filter, ...(cursor && { cursor }) }),
    );
  const ids = async (of: { projectId: string; campaignId: string }, filter: Filter = {}) =>
    (await participants(of, filter)).map(({ earner }) => earner.userId);

  it('are all who handed something in, once each and page by page', async () => {
    const { quest } = await studio.running();
    const other = await studio.running();
    const users = Array.from({ length: 8 }, aUserId).sort();
    for (const [index, userId] of users.entries()) {
      for (let day = 1; day <= 3; day += 1) {
        await studio.submit(quest, userId, index % 2 === 0 ? 'claimed' : 'rejected', `2026-01-0${day}`);
      }
    }
    await studio.submit(other.quest, aUserId(), 'claimed');
    expect(await ids(quest)).toEqual(users);
    expect(await ids(other.quest)).toHaveLength(1);
    const elsewhere = { projectId: other.project.id, campaignId: quest.campaignId };
    expect(await refusal(participants(elsewhere))).toEqual({ code: 'NOT_FOUND' });
  });

  it('come with their sums, their first and their last submission', async () => {
    const { quest } = await studio.running();
    const userId = aUserId();
    await studio.submit(quest, userId, 'claimed', '2026-01-01');
    await studio.submit(quest, userId, 'claimed', '2026-01-02');
    await studio.db.execute(sql`
      UPDATE submission SET created_at = '2026-01-01T10:00:00Z' WHERE user_id = ${userId} AND period_key = '2026-01-01'`);
    await studio.db.execute(sql`
      UPDATE submission SET created_at = '2026-01-02T10:00:00Z' WHERE user_id = ${userId} AND period_key = '2026-01-02'`);
    await studio.db.execute(sql`
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      VALUES (${quest.campaignId}, ${userId}, 20, 4, 2, now())`);
    expect(await participants(quest)).toEqual([
      {
        earner: {
          userId,
          username: null,
          displayName: null,
          avatarUrl: null,
          shortWallet: null,
          accountStatus: 'active',
          wallet: null,
        },
        points: '20',
        xp: '4',
        completions: 2,
        firstSubmissionAt: '2026-01-01T10:00:00.000Z',
        lastSubmissionAt: '2026-01-02T10:00:00.000Z',
      },
    ]);
  });

  it('are found by a whole username or linked wallet, and only if they took part', async () => {
    const { quest } = await studio.running();
    const [one, two, absent] = [aUserId(), aUserId(), aUserId()];
    for (const [index, userId] of [one, two, absent].entries()) {
      const wallets = ['cosmos1', 'osmo1'].map((chain) => ({ chainId: chain, address: `${chain}x${index}` }));
      const snapshot = { ...aSnapshot(userId, 1), username: `part_${index}`, wallets };
      await studio.db.transaction((tx) => studio.earners.apply(tx, snapshot));
    }
    await studio.submit(quest, one, 'in_review');
    await studio.submit(quest, two, 'claimed');
    expect(await ids(quest, { username: 'PART_1' })).toEqual([two]);
    expect(await ids(quest, { username: 'part' })).toEqual([]);
    expect(await ids(quest, { username: 'part_2' })).toEqual([]);
    expect(await ids(quest, { wallet: 'OSMO1x0' })).toEqual([one]);
    expect(await ids(quest, { wallet: 'osmo1x' })).toEqual([]);
    expect(await ids(quest, { wallet: 'cosmos1x1', username: 'part_1' })).toEqual([two]);
    expect(await ids(quest, { wallet: 'cosmos1x1', username: 'part_0' })).toEqual([]);
  });

  it('are found through indexes alone', async () => {
    const plan = async (statement: ReturnType<typeof sql>) => {
      const rows = await studio.asOwner().rows(sql`EXPLAIN ${statement}`);
      return JSON.stringify(rows);
    };
    await studio.asOwner().execute(sql`
      INSERT INTO earner (user_id, username, wallets)
      SELECT 'many ' || n, 'many_' || n, jsonb_build_array(jsonb_build_object('chainId', 'c', 'address', 'a' || n))
      FROM generate_series(1, 5000) AS n`);
    await studio.asOwner().execute(sql`ANALYZE earner`);
    const byWallet = sql`SELECT user_id FROM earner WHERE wallets @> '[{"address": "a7"}]' LIMIT 20`;
    expect(await plan(byWallet)).toContain('earner_wallets');
    const byName = sql`SELECT user_id FROM earner WHERE username = 'many_7' LIMIT 20`;
    expect(await plan(byName)).toContain('earner_username');
  });
});
