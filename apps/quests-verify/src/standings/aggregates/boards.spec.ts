import { getLeaderboard, getLeaderboardAround, getStanding, type LeaderboardWindow } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { startStory, type Story } from '../../testing/story.fixture.js';

describe('boards of windows and of the platform', () => {
  let quests: Story['quests'];
  let addCode: Story['addCode'];
  let earn: Story['earn'];
  let suspend: Story['suspend'];
  let fold: Story['fold'];
  let earnedAgo: Story['earnedAgo'];
  beforeEach(async () => {
    ({ quests, addCode, earn, suspend, fold, earnedAgo } = await startStory());
  }, 60_000);
  afterEach(() => quests.stop());

  const ranks = async (window: LeaderboardWindow, scope: object = { campaignId: quests.campaignId }) =>
    (await quests.call(getLeaderboard, { ...scope, window, limit: 10 })).items.map(({ userId, points }) => [
      userId,
      points,
    ]);

  it('count whole UTC days, today included, and not a day more', async () => {
    const questId = await addCode();
    const [now, week, before, month, old] = await Promise.all(Array.from({ length: 5 }, () => quests.addEarner()));
    for (const [userId, ago, points] of [
      [now, 0, 1],
      [week, 6, 2],
      [before, 7, 3],
      [month, 29, 4],
      [old, 30, 5],
    ] as const) {
      await earnedAgo(quests.db, userId ?? '', questId, ago, points);
    }
    await fold();
    for (const scope of [{ campaignId: quests.campaignId }, { projectId: quests.projectId }, {}]) {
      expect(await ranks('7d', scope)).toEqual([
        [week, '2'],
        [now, '1'],
      ]);
      expect(await ranks('30d', scope)).toEqual([
        [month, '4'],
        [before, '3'],
        [week, '2'],
        [now, '1'],
      ]);
      expect((await ranks('all', scope))[0]).toEqual([old, '5']);
    }
    const standing = await quests.call(getStanding, { window: '7d', userId: now ?? '' });
    expect(standing).toMatchObject({ rank: 2, points: '1', completions: 1, participants: 2 });
  });

  it('add up all projects, without suspended earners', async () => {
    const questId = await addCode();
    const [a, b] = [await quests.addEarner(), await quests.addEarner()];
    const [projectId, campaignId, other] = [newId(), newId(), await addCode(50)];
    await quests.db.execute(sql`INSERT INTO project (id, slug, name) VALUES (${projectId}, 'two', 'Two')`);
    await quests.db.execute(sql`
    INSERT INTO campaign (id, project_id, slug, title, status) VALUES (${campaignId}, ${projectId}, 'x', 'X', 'active')`);
    await quests.db.execute(sql`
    UPDATE quest SET project_id = ${projectId}, campaign_id = ${campaignId} WHERE id = ${other}`);
    await earn(a, questId);
    await earn(b, questId);
    await earn(b, other);
    await fold();
    expect(await ranks('all', {})).toEqual([
      [b, '60'],
      [a, '10'],
    ]);
    await suspend(b, 'suspended', 2);
    expect(await ranks('all', {})).toEqual([[a, '10']]);
    expect(await ranks('7d', {})).toEqual([[a, '10']]);
    await suspend(b, 'active', 3);
    expect(await ranks('30d', {})).toHaveLength(2);
  });

  it('show who they rank: name, avatar and, when it is shown, the ends of the wallet', async () => {
    const userId = await quests.addEarner();
    await quests.db.execute(sql`
    UPDATE earner SET avatar_url = 'https://cdn.example.org/a.png',
      primary_wallet = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu' WHERE user_id = ${userId}`);
    await earn(userId, await addCode());
    const first = async () =>
      (await quests.call(getLeaderboard, { campaignId: quests.campaignId, window: 'all', limit: 1 })).items[0];
    expect(await first()).toMatchObject({ shortWallet: null });
    await quests.db.execute(sql`UPDATE earner SET shows_wallet = true WHERE user_id = ${userId}`);
    expect(await first()).toMatchObject({
      username: userId.slice(-8),
      displayName: null,
      avatarUrl: 'https://cdn.example.org/a.png',
      shortWallet: 'cosmos1qyp…v7xu',
    });
  });

  it('show the own row among its neighbours, wherever it is', async () => {
    const questId = await addCode();
    const ids: string[] = [];
    for (let place = 1; place <= 12; place += 1) {
      const userId = await quests.addEarner();
      // Three each have the same points and time.
      await earnedAgo(quests.db, userId, questId, 0, 100 - Math.ceil(place / 3));
      ids.push(userId);
    }
    await fold();
    const all = (await quests.call(getLeaderboard, { window: 'all', limit: 20 })).items;
    expect(all.map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
    for (const window of ['all', '7d'] as const) {
      for (const scope of [{ campaignId: quests.campaignId }, {}]) {
        for (const [index, { userId }] of all.entries()) {
          for (const radius of [1, 3, 25]) {
            const { items } = await quests.call(getLeaderboardAround, { ...scope, window, userId, radius });
            expect(items).toEqual(all.slice(Math.max(0, index - radius), index + radius + 1));
          }
        }
        const nobody = { ...scope, window, userId: await quests.addEarner(), radius: 5 };
        expect(await quests.call(getLeaderboardAround, nobody)).toEqual({ items: [] });
      }
    }
  }, 60_000);
});
