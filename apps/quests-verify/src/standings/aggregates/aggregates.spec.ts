import { discoverCampaigns, discoverQuest, getLeaderboard, listQuests } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import fc from 'fast-check';
import { newUserId, race } from '../../testing/quests.fixture.js';
import { FoldLedger } from './fold-ledger.js';
import { AggregatesRepository } from './aggregates.repository.js';
import { wrongSums } from '../../testing/aggregates.fixture.js';
import { RanksRepository } from './ranks.repository.js';
import { startStory, type Story } from '../../testing/story.fixture.js';

describe('aggregates', () => {
  let quests: Story['quests'];
  let addCode: Story['addCode'];
  let earn: Story['earn'];
  let reverse: Story['reverse'];
  let suspend: Story['suspend'];
  let fold: Story['fold'];
  let earnedAgo: Story['earnedAgo'];
  beforeEach(async () => {
    ({ quests, addCode, earn, reverse, suspend, fold, earnedAgo } = await startStory());
  }, 60_000);
  afterEach(() => quests.stop());

  it('count the completions of every quest, with a limit and without', async () => {
    const [free, limited] = [await addCode(), await addCode(10, { maxCompletions: 5 })];
    const [a, b] = [await quests.addEarner(), await quests.addEarner()];
    await earn(a, free);
    const taken = await earn(b, free);
    await earn(a, limited);
    await fold();
    const completions = async (questId: string) => (await quests.call(discoverQuest, { questId })).completions;
    expect([await completions(free), await completions(limited)]).toEqual([2, 1]);
    await reverse(taken);
    await fold();
    expect([await completions(free), await completions(limited)]).toEqual([1, 1]);
    const { projectId, campaignId } = quests;
    const { items } = await quests.call(listQuests, { projectId, campaignId, order: 'position', limit: 10 });
    expect(items.map((quest) => quest.completions)).toEqual([1, 1]);
    // The limit goes: what was counted with it stays counted once.
    await quests.db.execute(sql`UPDATE quest SET max_completions = NULL WHERE id = ${limited}`);
    expect(await completions(limited)).toBe(1);
  });

  it('contain the quests, points and participants of a campaign, and the points of the calling earner', async () => {
    const [first, second] = [await addCode(10), await addCode(30)];
    await quests.db.execute(sql`UPDATE quest SET status = 'draft' WHERE id = ${await addCode(500)}`);
    const [a, b] = [await quests.addEarner(), await quests.addEarner()];
    await earn(a, first);
    await earn(a, second);
    const taken = await earn(b, first);
    await fold();
    const of = async (userId?: string) =>
      (await quests.call(discoverCampaigns, { limit: 10, ...(userId === undefined ? {} : { userId }) })).items[0];
    const sums = { questCount: 2, questPoints: '40', participants: 2 };
    expect(await of()).toMatchObject({ ...sums, progress: null });
    expect(await of(a)).toMatchObject({ ...sums, progress: { quests: 2, points: '40', xp: '80' } });
    expect(await of(newUserId())).toMatchObject({ ...sums, progress: { quests: 0, points: '0', xp: '0' } });
    await reverse(taken);
    await fold();
    expect(await of(b)).toMatchObject({ participants: 1, progress: { quests: 0, points: '0' } });
  });

  it('fold every entry once when several replicas fold during credits', async () => {
    const questIds = await Promise.all(Array.from({ length: 5 }, () => addCode()));
    const earners = await Promise.all(Array.from({ length: 8 }, () => quests.addEarner()));
    const credits = earners.flatMap((userId) => questIds.map((questId) => () => earn(userId, questId)));
    const folding = Array.from({ length: 20 }, () => () => quests.get(FoldLedger).execute());
    const { errors } = await race<unknown>([...credits, ...folding].toSorted(() => Math.random() - 0.5));
    await fold();
    expect(await wrongSums(quests.db)).toEqual([]);
    const counted = await quests.db.row<{ folded: number; credited: number }>(sql`
    SELECT sum(completions)::integer AS folded, (SELECT count(*)::integer FROM points_ledger) AS credited FROM quest_tally`);
    expect(counted?.folded).toBe(counted?.credited);
    // On a slow machine some wait for more than 3 s for one of 25 connections, which are all opened at once.
    const { SERVICE_UNAVAILABLE: refused = 0, ...others } = errors;
    expect(others).toEqual({});
    expect(counted?.credited).toBeGreaterThanOrEqual(credits.length - refused);
  });

  it('are updated with ranks in one round, which leaves less than a batch for the next', async () => {
    const questId = await addCode();
    const folding = quests.get(FoldLedger);
    await folding.beforeApplicationShutdown();
    const waiting = () => quests.db.row(sql`SELECT 1 FROM unfolded_entry UNION ALL SELECT 1 FROM rank_change`);
    for (let credits = 0; credits < 3; credits += 1) await earn(await quests.addEarner(), questId);
    expect(await folding.execute()).toBe(false);
    expect([await waiting(), await wrongSums(quests.db)]).toEqual([undefined, []]);
    // A credit takes nine places: in the campaign, the project and, but for all time, their windows, and the platform's.
    quests.get(RanksRepository).batch = 5;
    await earn(await quests.addEarner(), questId);
    expect(await folding.execute()).toBe(true);
    expect(await waiting()).toBeDefined();
    while (await folding.execute());
    expect([await waiting(), await wrongSums(quests.db)]).toEqual([undefined, []]);
  });

  it('count a participant once when credits are folded one by one, and not at all after their reversals', async () => {
    const questIds = [await addCode(), await addCode(), await addCode()];
    const folding = quests.get(FoldLedger);
    await folding.beforeApplicationShutdown();
    quests.get(AggregatesRepository).batch = 1;
    const userId = await quests.addEarner();
    const submissionIds: string[] = [];
    for (const questId of questIds) submissionIds.push(await earn(userId, questId));
    const participants = async () =>
      (await quests.db.row<{ participants: number }>(sql`SELECT participants FROM campaign_tally`))?.participants;
    const foldOneByOne = async () => {
      const counted: unknown[] = [];
      while (await folding.execute()) counted.push(await participants(), await wrongSums(quests.db));
      return counted;
    };
    expect(await foldOneByOne()).toEqual([1, [], 1, [], 1, []]);
    for (const submissionId of submissionIds) await reverse(submissionId);
    expect(await foldOneByOne()).toEqual([1, [], 1, [], 0, []]);
  });

  it('equal the sums of the ledger and its windows after any sequence of credits, reversals and days', async () => {
    const questIds = [await addCode(), await addCode()];
    const earners = await Promise.all(Array.from({ length: 3 }, () => quests.addEarner()));
    quests.get(RanksRepository).mostRanked = 2;
    let version = 1;
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ what: fc.constant('earn' as const), who: fc.nat(2), ago: fc.nat(34) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('reverse' as const), who: fc.nat(2), ago: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('fold' as const), who: fc.nat(2), ago: fc.nat(0) }) },
      { weight: 1, arbitrary: fc.record({ what: fc.constant('suspend' as const), who: fc.nat(2), ago: fc.nat(1) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { what, who, ago } of steps) {
          const userId = earners[who] ?? '';
          if (what === 'earn') await earnedAgo(quests.db, userId, questIds[ago % 2] ?? '', ago, ago);
          else if (what === 'fold') await quests.get(FoldLedger).execute();
          else if (what === 'suspend') await suspend(userId, ago === 0 ? 'active' : 'suspended', (version += 1));
          else {
            const claimed = await quests.db.row<{ id: string }>(sql`
            SELECT id FROM submission WHERE user_id = ${userId} AND status = 'claimed' ORDER BY id OFFSET ${ago} LIMIT 1`);
            if (claimed !== undefined) await reverse(claimed.id);
          }
          expect(await wrongSums(quests.db)).toEqual([]);
        }
        await fold();
        expect(await wrongSums(quests.db)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  }, 120_000);

  it('leave out days older than the window, with the credits of those days that are reversed later', async () => {
    const questId = await addCode();
    const userId = await quests.addEarner();
    const other = await quests.addEarner();
    await quests.db.transaction(async (tx) => {
      while (!(await quests.get(AggregatesRepository).lead(tx)));
      for (const ago of [0, 6, 7, 8, 9, 29, 30, 31, 32])
        await earnedAgo(tx, userId, questId, ago, 2 ** Math.min(ago, 10));
      await earnedAgo(tx, other, questId, 31, 5);
      // Folded in two days ago.
      await tx.execute(sql`UPDATE board_window SET since = since - interval '2 days' WHERE days > 0`);
      await quests.get(FoldLedger).fold(tx);
      expect(await wrongSums(tx)).toEqual([]);
      expect(
        await tx.rows(
          sql`SELECT days FROM board_standing WHERE user_id = ${other} AND scope_id = ${quests.campaignId}`,
        ),
      ).toEqual([{ days: 30 }]);
    });
    const claimed = await quests.db.rows<{ id: string }>(sql`
    SELECT id FROM submission WHERE user_id = ${userId} AND status = 'claimed' ORDER BY claimed_at DESC`);
    // One that is in no window any more by the time it is folded in, one of each.
    for (const place of [8, 3, 1]) await reverse(claimed[place]?.id ?? '');
    await fold();
    expect(await wrongSums(quests.db)).toEqual([]);
    expect(
      (await quests.call(getLeaderboard, { campaignId: quests.campaignId, window: '7d', limit: 9 })).items,
    ).toMatchObject([{ userId, points: '1', completions: 1 }]);
    const begins = await quests.db.rows(sql`
    SELECT days, (extract(epoch FROM date_trunc('day', now(), 'UTC') - since) / 86400)::integer AS ago
    FROM board_window WHERE days > 0 ORDER BY days`);
    expect(begins).toEqual([
      { days: 7, ago: 6 },
      { days: 30, ago: 29 },
    ]);
  }, 60_000);
});
