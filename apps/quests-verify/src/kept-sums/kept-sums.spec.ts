import {
  discoverCampaigns,
  discoverQuest,
  getLeaderboard,
  getLeaderboardAround,
  getStanding,
  listQuests,
  reverseSubmission,
  verifySecretCode,
  type LeaderboardWindow,
} from '@questp/messages';
import { newId, sql, type Queries } from '@questp/postgres';
import fc from 'fast-check';
import { newUserId, race, startQuests, type Quests } from '../credit/quests.fixture.js';
import { EarnersRepository } from '../earners/earners.repository.js';
import { LeaderboardRepository } from '../leaderboard/leaderboard.repository.js';
import { FoldLedger } from './fold-ledger.js';
import { KeptSumsRepository } from './kept-sums.repository.js';
import { wrongSums } from './kept-sums.fixture.js';
import { RanksRepository } from './ranks.repository.js';

describe('what is kept beside the ledger', () => {
  let quests: Quests;
  beforeEach(async () => {
    quests = await startQuests();
  }, 60_000);
  afterEach(() => quests.stop());

  const addCode = (points = 10, more: object = {}) =>
    quests.addQuest('engagement_secret_code', { code: 'sesame' }, { points, ...more });
  const earn = async (userId: string, questId: string): Promise<string> =>
    (await quests.call(verifySecretCode, { userId, questId, code: 'sesame' })).submissionId;
  const reverse = (submissionId: string) =>
    quests.call(reverseSubmission, {
      projectId: quests.projectId,
      by: 'team',
      reviewerId: newUserId(),
      submissionId,
      reason: 'Copied.',
    });
  const suspend = (userId: string, status: 'active' | 'suspended', version: number) =>
    quests.db.transaction((tx) => quests.get(EarnersRepository).setStatus(tx, userId, status, version));

  /** Until nothing waits: the service's own worker may have some of it. */
  async function fold(): Promise<void> {
    for (;;) {
      const more = await quests.get(FoldLedger).run();
      const waits = await quests.db.row(sql`
      SELECT 1 FROM unfolded_entry UNION ALL
      SELECT 1 FROM board_window WHERE since < date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) AND days > 0`);
      if (!more && waits === undefined) return;
    }
  }

  /** A credit as it was written days ago, with what its transaction wrote beside it. */
  async function earnedAgo(on: Queries, userId: string, questId: string, daysAgo: number, points = 10): Promise<void> {
    const at = sql`(date_trunc('day', now(), 'UTC') + interval '1 minute' - make_interval(days => ${daysAgo}))`;
    await on.execute(sql`
    WITH s AS (
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        points_awarded, credit_no, verified_at, claimed_at)
      SELECT ${newId()}::uuid, project_id, campaign_id, id, ${userId}::text, ${newId().slice(-24)}::text, task_type_id, method,
        'claimed', ${points}::integer, 1, ${at}, ${at} FROM quest WHERE id = ${questId} RETURNING *
    ),
    l AS (
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, points, xp, created_at)
      SELECT ${newId()}::uuid, 'credit', id, 1, project_id, campaign_id, quest_id, user_id, period_key, points_awarded, 0, ${at}
      FROM s
    )
    INSERT INTO standing AS st (scope_id, user_id, points, xp, completions, last_credit_at)
    SELECT scope.id, s.user_id, s.points_awarded, 0, 1, ${at}
    FROM s, LATERAL (VALUES (campaign_id), (project_id)) AS scope (id)
    ON CONFLICT (scope_id, user_id) DO UPDATE
    SET points = st.points + excluded.points, completions = st.completions + 1,
      last_credit_at = greatest(st.last_credit_at, excluded.last_credit_at)`);
  }

  describe('kept sums', () => {
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

    it('tell of a campaign its quests, what they earn, its participants, and what the earner has of it', async () => {
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

    it('fold every entry once, whoever folds, while credits go on', async () => {
      const questIds = await Promise.all(Array.from({ length: 5 }, () => addCode()));
      const earners = await Promise.all(Array.from({ length: 8 }, () => quests.addEarner()));
      const credits = earners.flatMap((userId) => questIds.map((questId) => () => earn(userId, questId)));
      const folding = Array.from({ length: 20 }, () => () => quests.get(FoldLedger).run());
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

    it('are added up in one round, ranks included, that leaves what is less than a batch to the pause', async () => {
      const questId = await addCode();
      const folding = quests.get(FoldLedger);
      await folding.beforeApplicationShutdown();
      const waiting = () => quests.db.row(sql`SELECT 1 FROM unfolded_entry UNION ALL SELECT 1 FROM rank_change`);
      for (let credits = 0; credits < 3; credits += 1) await earn(await quests.addEarner(), questId);
      expect(await folding.run()).toBe(false);
      expect([await waiting(), await wrongSums(quests.db)]).toEqual([undefined, []]);
      // A credit takes nine places: in the campaign, the project and, but for all time, their windows, and the platform's.
      quests.get(RanksRepository).batch = 5;
      await earn(await quests.addEarner(), questId);
      expect(await folding.run()).toBe(true);
      expect(await waiting()).toBeDefined();
      while (await folding.run());
      expect([await waiting(), await wrongSums(quests.db)]).toEqual([undefined, []]);
    });

    it('count a participant once whose credits are folded one by one, and nobody whose reversals are', async () => {
      const questIds = [await addCode(), await addCode(), await addCode()];
      const folding = quests.get(FoldLedger);
      await folding.beforeApplicationShutdown();
      quests.get(KeptSumsRepository).batch = 1;
      const userId = await quests.addEarner();
      const submissionIds: string[] = [];
      for (const questId of questIds) submissionIds.push(await earn(userId, questId));
      const participants = async () =>
        (await quests.db.row<{ participants: number }>(sql`SELECT participants FROM campaign_tally`))?.participants;
      const foldOneByOne = async () => {
        const counted: unknown[] = [];
        while (await folding.run()) counted.push(await participants(), await wrongSums(quests.db));
        return counted;
      };
      expect(await foldOneByOne()).toEqual([1, [], 1, [], 1, []]);
      for (const submissionId of submissionIds) await reverse(submissionId);
      expect(await foldOneByOne()).toEqual([1, [], 1, [], 0, []]);
    });

    it('are the sums of the ledger and its windows after any story of credits, reversals and days', async () => {
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
            else if (what === 'fold') await quests.get(FoldLedger).run();
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

    it('leave out the days that pass, what is taken back later included', async () => {
      const questId = await addCode();
      const userId = await quests.addEarner();
      const other = await quests.addEarner();
      await quests.db.transaction(async (tx) => {
        while (!(await quests.get(KeptSumsRepository).lead(tx)));
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

  describe('ranks', () => {
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
    const put = ({
      who,
      points,
      second,
      completions,
      visible,
    }: typeof place extends fc.Arbitrary<infer T> ? T : never) =>
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
            ...[1, 2, 3].map(() => quests.get(FoldLedger).run()),
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

  describe('boards of windows and of the platform', () => {
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
});
