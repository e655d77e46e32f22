import {
  getLeaderboard,
  getStanding,
  listOwnLedger,
  reverseSubmission,
  reviewSubmission,
  verifySecretCode,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { errorOf, newUserId, startQuests, type Quests } from '../../testing/quests.fixture.js';

describe('leaderboards', () => {
  let quests: Quests;
  beforeEach(async () => {
    quests = await startQuests();
  }, 60_000);
  afterEach(() => quests.stop());

  async function earn(userId: string, points: number): Promise<string> {
    const questId = await quests.addQuest('engagement_secret_code', { code: 'sesame' }, { points });
    return (await quests.call(verifySecretCode, { userId, questId, code: 'sesame' })).submissionId;
  }

  /** Earners with these sums; each credit is later than the one before. */
  async function addEarners(sums: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const points of sums) {
      const userId = await quests.addEarner();
      await earn(userId, points);
      ids.push(userId);
    }
    return ids;
  }

  const scope = () => ({ campaignId: quests.campaignId, window: 'all' as const });
  const page = (limit: number, cursor?: string | null) =>
    quests.call(getLeaderboard, { ...scope(), limit, ...(cursor ? { cursor } : {}) });

  async function ranking(limit = 100): Promise<string[]> {
    const rows: string[] = [];
    let cursor: string | null = null;
    do {
      const next: Awaited<ReturnType<typeof page>> = await page(limit, cursor);
      expect(next.items.map(({ rank }) => rank)).toEqual(next.items.map((_, index) => rows.length + index + 1));
      rows.push(...next.items.map(({ userId }) => userId));
      cursor = next.nextCursor;
    } while (cursor !== null);
    return rows;
  }

  describe('leaderboard', () => {
    it('ranks by points, then by the earlier last credit', async () => {
      const [low, early, late, top] = await addEarners([10, 20, 20, 30]);
      expect(await ranking()).toEqual([top, early, late, low]);
      expect((await page(1)).items).toMatchObject([
        {
          rank: 1,
          userId: top,
          username: top?.slice(-8),
          displayName: null,
          points: '30',
          xp: '60',
          completions: 1,
        },
      ]);
    });

    it('ranks ties of points and time by the public id, on every page size', async () => {
      await addEarners([10, 10, 10, 10, 10, 20]);
      await quests.db.execute(
        sql`UPDATE standing SET last_credit_at = '2026-01-01T00:00:00.123456Z' WHERE points = 10`,
      );
      const all = await ranking();
      expect(all.slice(1)).toEqual(all.slice(1).toSorted());
      for (const limit of [1, 2, 3, 5]) expect(await ranking(limit)).toEqual(all);
    });

    it('continues a page after the last returned row when credits arrive between pages', async () => {
      const [last, , first] = await addEarners([10, 20, 30]);
      const { nextCursor } = await page(1);
      await earn(last ?? '', 50);
      const rest = (await page(10, nextCursor)).items;
      expect(rest.map(({ userId }) => userId)).not.toContain(first);
      expect(rest).toHaveLength(1);
    });

    it('returns the rank of the caller and the number of ranked earners', async () => {
      const [low, early, late, top] = await addEarners([10, 20, 20, 30]);
      const ranks = [];
      for (const userId of [top, early, late, low]) {
        ranks.push((await quests.call(getStanding, { ...scope(), userId: userId ?? '' })).rank);
      }
      expect(ranks).toEqual([1, 2, 3, 4]);
      expect(await quests.call(getStanding, { ...scope(), userId: newUserId() })).toEqual({
        rank: null,
        points: '0',
        xp: '0',
        completions: 0,
        participants: 4,
        lastVerifiedAt: null,
      });
    });

    it('leaves out suspended earners and keeps their points', async () => {
      const [low, top] = await addEarners([10, 30]);
      await quests.db.execute(sql`UPDATE standing SET visible = false WHERE user_id = ${top}`);
      expect(await ranking()).toEqual([low]);
      const standing = await quests.call(getStanding, { ...scope(), userId: top ?? '' });
      expect(standing).toMatchObject({ rank: null, points: '30', participants: 1 });
    });

    it('leaves out earners whose credits are all reversed', async () => {
      const userId = await quests.addEarner();
      const submissionId = await earn(userId, 10);
      const reviewer = { projectId: quests.projectId, by: 'team', reviewerId: newUserId() } as const;
      await quests.call(reviewSubmission, { ...reviewer, submissionId, decision: 'approve' });
      await quests.call(reverseSubmission, { ...reviewer, submissionId, reason: 'Copied.' });
      expect(await ranking()).toEqual([]);
      expect(await quests.call(getStanding, { ...scope(), userId })).toMatchObject({ rank: null, completions: 0 });
      expect(await quests.violations()).toEqual([]);
    });

    it('exists for a project, and not for scopes that are not public', async () => {
      const [userId] = await addEarners([10]);
      const ofProject = { projectId: quests.projectId, window: 'all' as const, limit: 10 };
      expect((await quests.call(getLeaderboard, ofProject)).items).toMatchObject([{ userId, rank: 1 }]);
      const refused = async (request: object) =>
        (await errorOf(quests.call(getLeaderboard, { ...ofProject, ...request }))).code;
      expect(await refused({ projectId: newId() })).toBe('NOT_FOUND');
      expect(await refused({ ...scope(), tenantProjectId: newId() })).toBe('NOT_FOUND');
      expect(await refused({ campaignId: newId() })).toBe('NOT_FOUND');
      expect(await refused({ cursor: Buffer.from('[1]').toString('base64url') })).toBe('INVALID_CURSOR');
      for (const status of ['draft', 'archived']) {
        await quests.db.execute(sql`UPDATE campaign SET status = ${status}`);
        expect(await refused({ ...scope() })).toBe('NOT_FOUND');
      }
      await quests.db.execute(sql`UPDATE project SET status = 'archived'`);
      expect(await refused({})).toBe('NOT_FOUND');
    });

    it('answers a forged cursor with any numbers without an internal error', async () => {
      await addEarners([10]);
      const extremes = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0];
      for (const points of extremes) {
        for (const time of extremes) {
          const cursor = Buffer.from(JSON.stringify([points, time, 'x', 0])).toString('base64url');
          expect((await page(10, cursor)).nextCursor).toBeNull();
        }
      }
    });
  });

  describe('own ledger', () => {
    it('lists credits and reversals of the earner, newest first, by page and campaign', async () => {
      const userId = await quests.addEarner();
      await addEarners([5]);
      await earn(userId, 10);
      const submissionId = await earn(userId, 20);
      const reviewer = { projectId: quests.projectId, by: 'team', reviewerId: newUserId() } as const;
      await quests.call(reverseSubmission, { ...reviewer, submissionId, reason: 'Copied.' });
      const first = await quests.call(listOwnLedger, { userId, limit: 2 });
      expect(first.items).toMatchObject([
        { kind: 'reversal', points: '-20', xp: '-40', submissionId, questTitle: 'Quest engagement_secret_code' },
        { kind: 'credit', points: '20', periodKey: 'once' },
      ]);
      const rest = await quests.call(listOwnLedger, { userId, limit: 2, cursor: first.nextCursor ?? '' });
      expect(rest).toMatchObject({ items: [{ points: '10' }], nextCursor: null });
      const ofCampaign = await quests.call(listOwnLedger, { userId, limit: 10, campaignId: quests.campaignId });
      expect(ofCampaign.items).toHaveLength(3);
      expect((await quests.call(listOwnLedger, { userId, limit: 10, campaignId: newId() })).items).toEqual([]);
    });
  });
});
