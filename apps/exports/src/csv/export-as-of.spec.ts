import { exportLeaderboard, exportParticipants, getExportManifest } from '@questp/messages/exports';
import { raw, sql } from '@questp/postgres';
import fc from 'fast-check';
import { started } from '@questp/testing';
import {
  AT,
  CAMPAIGN,
  OTHER_QUEST,
  PROJECT,
  QUEST,
  QUIET,
  refusal,
  startExports,
  userId,
} from '../testing/exports.fixture.js';

describe('an export', () => {
  const stage = started(startExports);
  beforeEach(() => stage.clear());

  describe('of an earlier moment', () => {
    const minute = (n: number) => new Date(Date.parse(AT) + n * 60_000).toISOString();
    const credit = fc.record({
      user: fc.nat({ max: 3 }),
      isQuiet: fc.boolean(),
      points: fc.nat({ max: 20 }),
      at: fc.nat({ max: 9 }),
      /** Minutes between credit and reversal; null: not reversed. */
      takenBackAfter: fc.option(fc.nat({ max: 6 }), { freq: 2 }),
    });
    type Credit = typeof credit extends fc.Arbitrary<infer T> ? T : never;
    const xpOf = ({ points }: Credit) => points + 1;
    const stands = ({ at, takenBackAfter }: Credit, asOf: number) =>
      at <= asOf && (takenBackAfter === null || at + takenBackAfter > asOf);
    const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

    /** The expected sums of each earner at a moment. */
    const stateAt = (credits: Credit[], asOf: number) =>
      [0, 1, 2, 3].flatMap((user) => {
        const own = credits.filter((one) => one.user === user && one.at <= asOf);
        const standing = own.filter((one) => stands(one, asOf));
        return own.length === 0
          ? []
          : {
              user: userId(user),
              submissions: own.length,
              completions: standing.length,
              quests: new Set(standing.map(({ isQuiet }) => isQuiet)).size,
              points: sum(standing.map(({ points }) => points)),
              xp: sum(standing.map(xpOf)),
              first: Math.min(...own.map(({ at }) => at)),
              last: Math.max(...own.map(({ at }) => at)),
              lastCredit: Math.max(...standing.map(({ at }) => at)),
            };
      });

    const happened = async (credits: Credit[]) => {
      for (const table of ['points_ledger', 'submission', 'standing'])
        await stage.owner.execute(sql`DELETE FROM ${raw(table)}`);
      for (const one of credits) {
        const { user, isQuiet, points, at, takenBackAfter } = one;
        const [campaignId, questId] = isQuiet ? [QUIET, OTHER_QUEST] : [CAMPAIGN, QUEST];
        const submissionId = await stage.submitted(userId(user), {
          ...{ campaignId, questId, createdAt: minute(at), status: takenBackAfter === null ? 'claimed' : 'reversed' },
        });
        const entry = (kind: 'credit' | 'reversal', sign: number, when: number) =>
          stage.ledgerEntry({
            ...{ submissionId, user: userId(user), campaignId, questId, kind, createdAt: minute(when) },
            ...{ points: sign * points, xp: sign * xpOf(one) },
          });
        await entry('credit', 1, at);
        if (takenBackAfter !== null) await entry('reversal', -1, at + takenBackAfter);
      }
      for (const [scopeId, ofScope] of [
        [PROJECT, credits],
        [CAMPAIGN, credits.filter(({ isQuiet }) => !isQuiet)],
        [QUIET, credits.filter(({ isQuiet }) => isQuiet)],
      ] as const) {
        for (const { user, points, xp, completions, lastCredit } of stateAt(ofScope, Infinity)) {
          await stage.owner.execute(sql`
            INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
            VALUES (${scopeId}, ${user}, ${points}, ${xp}, ${completions},
              ${completions === 0 ? '-infinity' : minute(lastCredit)})`);
        }
      }
    };

    it('has what the ledger had then, and today the same as without a moment', async () => {
      for (let n = 0; n < 4; n += 1) await stage.earner(n);
      const property = fc.asyncProperty(
        fc.array(credit, { maxLength: 8 }),
        fc.nat({ max: 13 }),
        async (credits, asOf) => {
          await happened(credits);
          const then = { projectId: PROJECT, asOf: minute(asOf) };
          const ofLaunch = credits.filter(({ isQuiet }) => !isQuiet);

          const board = await stage.rowsOf(stage.call(exportLeaderboard, { ...then, campaignId: CAMPAIGN }));
          const ranked = stateAt(ofLaunch, asOf)
            .filter(({ completions }) => completions > 0)
            .sort((a, b) => b.points - a.points || a.lastCredit - b.lastCredit || (a.user < b.user ? -1 : 1));
          const total = sum(ranked.map(({ points }) => points));
          expect(board.map((row) => [row['user_public_id'], row['points'], row['xp'], row['completions']])).toEqual(
            ranked.map(({ user, points, xp, completions }) => [user, `${points}`, `${xp}`, `${completions}`]),
          );
          expect(board.map((row) => [row['rank'], row['quests_completed'], row['last_verified_at']])).toEqual(
            ranked.map(({ lastCredit }, index) => [`${index + 1}`, '1', minute(lastCredit)]),
          );
          for (const [index, row] of board.entries()) {
            const points = ranked[index]?.points ?? 0;
            expect(Number(row['share_pct'])).toBeCloseTo(total === 0 ? 0 : (100 * points) / total, 5);
          }

          const people = await stage.rowsOf(stage.call(exportParticipants, { ...then, campaignId: null }));
          const columns = ['user_public_id', 'submissions', 'completions', 'quests_completed', 'points', 'xp'];
          expect(people.map((row) => columns.map((name) => row[name]))).toEqual(
            stateAt(credits, asOf).map((one) => [
              ...[one.user, `${one.submissions}`, `${one.completions}`, `${one.quests}`, `${one.points}`, `${one.xp}`],
            ]),
          );
          expect(people.map((row) => [row['first_activity'], row['last_activity']])).toEqual(
            stateAt(credits, asOf).map(({ first, last }) => [minute(first), minute(last)]),
          );

          const today = { projectId: PROJECT, asOf: minute(60) };
          expect(await stage.fileOf(stage.call(exportLeaderboard, { ...today, campaignId: CAMPAIGN }))).toBe(
            await stage.fileOf(stage.leaderboard()),
          );
          for (const campaignId of [null, CAMPAIGN]) {
            expect(await stage.fileOf(stage.call(exportParticipants, { ...today, campaignId }))).toBe(
              await stage.fileOf(stage.participants(campaignId)),
            );
          }
        },
      );
      // A credit counts until the moment of its reversal.
      const takenBack = { user: 0, isQuiet: false, points: 5, at: 1, takenBackAfter: 3 };
      await fc.assert(property, { numRuns: 8, examples: [[[takenBack], 2]] });
    });

    it('is called by its day, is in the manifest, and is none that has not come', async () => {
      const asOf = '2026-04-30T23:00:00-02:00';
      const ticket = await stage.call(exportLeaderboard, { projectId: PROJECT, campaignId: CAMPAIGN, asOf });
      expect(ticket.fileName).toBe('moon-launch-leaderboard-2026-05-01.csv');
      await stage.fileOf(ticket);
      const kept = await stage.call(getExportManifest, { projectId: PROJECT, manifestId: ticket.manifestId ?? '' });
      expect(kept.filters).toEqual({ asOf: '2026-05-01T01:00:00Z' });
      const early = { projectId: PROJECT, campaignId: CAMPAIGN, asOf: new Date(Date.now() + 60_000).toISOString() };
      expect(await refusal(stage.call(exportLeaderboard, early))).toBe('VALIDATION_FAILED');
      expect(await refusal(stage.call(exportParticipants, early))).toBe('VALIDATION_FAILED');
    });
  });
});
