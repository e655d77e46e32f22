import { sql } from '@questp/postgres';
import fc from 'fast-check';
import { LeaderboardRepository } from '../leaderboard/leaderboard.repository.js';
import { FoldLedger } from './fold-ledger.js';
import { wrongSums } from '../../testing/aggregates.fixture.js';
import { RanksRepository } from './ranks.repository.js';
import { startStory, type Story } from '../../testing/story.fixture.js';

describe('ranks', () => {
  let quests: Story['quests'];
  let fold: Story['fold'];
  beforeEach(async () => {
    ({ quests, fold } = await startStory());
  }, 60_000);
  afterEach(() => quests.stop());

  const EARNERS = 30;
  const users = Array.from({ length: EARNERS }, (_, index) => `svcuser_${String(index).padStart(2, '0')}`);

  /** Few different points and times, so that most places are ties. */
  const place = fc.record({
    who: fc.nat(EARNERS - 1),
    points: fc.integer({ min: 0, max: 5 }),
    second: fc.nat(2),
    completions: fc.nat(3),
    visible: fc.boolean(),
  });
  const put = ({ who, points, second, completions, visible }: typeof place extends fc.Arbitrary<infer T> ? T : never) =>
    quests.db.execute(sql`
    INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at, visible)
    VALUES (${quests.campaignId}, ${users[who]}, ${points}, 0, ${completions}, to_timestamp(${second}), ${visible})
    ON CONFLICT (scope_id, user_id) DO UPDATE SET points = excluded.points, completions = excluded.completions,
      last_credit_at = excluded.last_credit_at, visible = excluded.visible`);
  const ofBuckets = (rules: { rule: string }[]) => rules.filter(({ rule }) => rule.startsWith('a bucket of ranks'));

  it('are what counting gives, whatever is folded, cut and joined while places change', async () => {
    // Small, so that buckets are cut and joined while other changes wait.
    Object.assign(quests.get(RanksRepository), { batch: 5, mostRanked: 6 });
    const boards = quests.get(LeaderboardRepository);
    const board = { scopeId: quests.campaignId, days: 0 };
    const buckets = () => quests.db.rows(sql`SELECT FROM rank_bucket WHERE scope_id = ${board.scopeId}`);
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 10, maxLength: 30 }), async (places) => {
        const [seen] = await Promise.all([
          wrongSums(quests.db),
          ...places.map(put),
          ...[1, 2, 3].map(() => quests.get(FoldLedger).execute()),
        ]);
        expect(ofBuckets(seen)).toEqual([]);
        const counted = await quests.db.rows<{ userId: string; rank: number }>(sql`
        SELECT user_id, row_number() OVER (ORDER BY points DESC, last_credit_at, user_id)::integer AS rank
        FROM standing WHERE scope_id = ${board.scopeId} AND visible AND completions > 0`);
        const ranks = new Map(counted.map(({ userId, rank }) => [userId, rank]));
        const standings = await Promise.all(users.map((userId) => boards.standing(board, userId)));
        expect(standings.map(({ rank }) => rank)).toEqual(users.map((userId) => ranks.get(userId) ?? null));
        expect(new Set(standings.map(({ participants }) => participants))).toEqual(new Set([ranks.size]));
      }),
      { numRuns: 8 },
    );
    quests.get(RanksRepository).batch = 1_000;
    await Promise.all(users.map((_, who) => put({ who, points: 7, second: 1, completions: 1, visible: true })));
    await fold();
    expect((await buckets()).length).toBeGreaterThanOrEqual(EARNERS / 6);
    await quests.db.execute(sql`UPDATE standing SET visible = false`);
    await fold();
    expect(await buckets()).toHaveLength(1);
    expect(ofBuckets(await wrongSums(quests.db))).toEqual([]);
  }, 120_000);

  it('are counted anew from the boards, as after an import', async () => {
    await Promise.all(users.map((_, who) => put({ who, points: who % 4, second: 1, completions: 1, visible: true })));
    await quests.db.execute(sql`DELETE FROM rank_bucket`);
    await quests.db.execute(sql`CALL count_ranks()`);
    expect(ofBuckets(await wrongSums(quests.db))).toEqual([]);
    const { participants } = await quests
      .get(LeaderboardRepository)
      .standing({ scopeId: quests.campaignId, days: 0 }, users[0] ?? '');
    expect(participants).toBe(EARNERS);
  });
});
