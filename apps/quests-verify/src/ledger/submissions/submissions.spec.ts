import {
  getOwnSubmission,
  getTeamSubmission,
  listOwnSubmissions,
  listTeamSubmissions,
  reviewSubmission,
  submitQuest,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, newWallet, raceSame, RACERS, startQuests, type QuestOptions } from '../../testing/quests.fixture.js';

describe('submissions', () => {
  const OPERATOR = `svcadmin_${'1'.repeat(32)}`;
  const LINK = { link: 'https://blog.example.org/my-work' };

  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const hand = (userId: string, questId: string, inputs: object, more: object = {}) =>
    quests.call(submitQuest, { userId, questId, inputs: inputs as Record<string, unknown>, ...more });
  const addManual = (more: QuestOptions = {}) =>
    quests.addQuest('custom_manual', { instructions: 'Show it.' }, { method: 'manual', ...more });
  const reject = (id: string) =>
    quests.db.execute(sql`
    UPDATE submission SET status = 'rejected', reason = 'No.', reviewed_by = 'x', reviewed_at = now(), updated_at = now()
    WHERE id = ${id}`);

  describe('submit', () => {
    it('credits accepted terms of the version in force', async () => {
      const terms = { version: '2026-01', url: 'https://example.org/terms' };
      const [questId, userId] = [await quests.addQuest('engagement_terms_accept', terms), await quests.addEarner()];
      expect((await errorOf(hand(userId, questId, { version: '2025-01' }))).code).toBe('TERMS_VERSION_MISMATCH');
      expect(await hand(userId, questId, { version: '2026-01' })).toMatchObject({
        status: 'claimed',
        pointsAwarded: 10,
        inputs: { version: '2026-01' },
        history: [{ status: 'claimed', by: 'automatic', reason: null, inputs: { version: '2026-01' } }],
      });
      expect((await errorOf(hand(userId, questId, { version: '2026-01' }))).code).toBe('ALREADY_COMPLETED');
    });

    it('credits a linked wallet by what identity says', async () => {
      const [questId, userId] = [await quests.addQuest('identity_wallet_link', {}), await quests.addEarner()];
      expect((await errorOf(hand(userId, questId, {}))).code).toBe('WALLET_NOT_LINKED');
      quests.others.wallets.set(userId, [newWallet()]);
      expect(await hand(userId, questId, {})).toMatchObject({ status: 'claimed' });
    });

    it('hands work to the reviewers, with an event and without points', async () => {
      const [questId, userId] = [await addManual(), await quests.addEarner()];
      const detail = await hand(userId, questId, LINK);
      expect(detail).toMatchObject({
        status: 'in_review',
        pointsAwarded: 0,
        claimedAt: null,
        availableAt: null,
        history: [{ status: 'in_review', by: 'earner' }],
      });
      const events = await quests.db.rows(sql`SELECT type FROM outbox WHERE aggregate_id = ${detail.id}`);
      expect(events).toEqual([{ type: 'submission.in_review' }]);
      expect((await errorOf(hand(userId, questId, LINK))).code).toBe('SUBMISSION_IN_REVIEW');
    });

    it('A-10: of 20 equal submissions at once one is taken', async () => {
      const [questId, userId] = [await addManual(), await quests.addEarner()];
      const { replies, errors } = await raceSame(() => hand(userId, questId, LINK));
      expect([replies.length, errors]).toEqual([1, { SUBMISSION_IN_REVIEW: RACERS - 1 }]);
    });

    it('A-21: the same Idempotency-Key gives the first answer again, with another body an error', async () => {
      const [questId, userId] = [await addManual(), await quests.addEarner()];
      const idempotency = { scope: `${userId} submit`, key: 'k1', requestHash: 'a'.repeat(64) };
      const first = await hand(userId, questId, LINK, { idempotency });
      await reject(first.id);
      expect(await hand(userId, questId, LINK, { idempotency })).toEqual(first);
      const other = await errorOf(
        hand(userId, questId, LINK, { idempotency: { ...idempotency, requestHash: 'b'.repeat(64) } }),
      );
      expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    it('takes a rejected submission again with other inputs', async () => {
      const [questId, userId] = [await addManual(), await quests.addEarner()];
      const { id } = await hand(userId, questId, LINK);
      await reject(id);
      const rejected = await quests.call(getOwnSubmission, { userId, submissionId: id });
      expect(rejected).toMatchObject({ status: 'rejected', reason: 'No.', availableAt: rejected.updatedAt });
      const again = await hand(userId, questId, { link: 'https://blog.example.org/better' });
      expect(again).toMatchObject({
        id,
        status: 'in_review',
        reason: null,
        inputs: { link: 'https://blog.example.org/better' },
      });
      expect(again.history).toHaveLength(2);
      expect(await quests.call(getTeamSubmission, { projectId: quests.projectId, submissionId: id })).toMatchObject({
        reviewedBy: null,
        undoUntil: null,
      });
    });

    it('keeps the inputs, actor and reason of each step, and shows the actor to the team alone', async () => {
      const [questId, userId, moderator] = [await addManual(), await quests.addEarner(), await quests.addEarner()];
      const better = { link: 'https://blog.example.org/better' };
      const { id: submissionId } = await hand(userId, questId, LINK);
      const review = { projectId: quests.projectId, submissionId };
      const byTeam = { ...review, by: 'team', reviewerId: moderator } as const;
      await quests.call(reviewSubmission, { ...byTeam, decision: 'reject', reason: 'No.' });
      await hand(userId, questId, better);
      const operator = { ...review, projectId: null, by: 'platform', reviewerId: OPERATOR } as const;
      await quests.call(reviewSubmission, { ...operator, decision: 'approve' });
      const steps = [
        { status: 'in_review', by: 'earner', reason: null, inputs: LINK },
        { status: 'rejected', by: 'team', reason: 'No.', inputs: null },
        { status: 'in_review', by: 'earner', reason: null, inputs: better },
        { status: 'claimed', by: 'platform', reason: null, inputs: null },
      ];
      const at = expect.any(String) as string;
      const own = await quests.call(getOwnSubmission, { userId, submissionId });
      expect(own.history).toEqual(steps.map((step) => ({ ...step, at })));
      const face = (id: string) => ({
        userId: id,
        username: id.slice(-8),
        displayName: null,
        avatarUrl: null,
        shortWallet: null,
      });
      const actors = [
        { actorId: userId, actor: face(userId) },
        { actorId: moderator, actor: face(moderator) },
        { actorId: userId, actor: face(userId) },
        { actorId: OPERATOR, actor: null },
      ];
      const team = await quests.call(getTeamSubmission, review);
      expect(team.history).toEqual(steps.map((step, index) => ({ ...step, at, ...actors[index] })));
    });

    it('shows the latest steps that fit an answer, and their inputs', async () => {
      const [questId, userId] = [await addManual(), await quests.addEarner()];
      const { id } = await hand(userId, questId, LINK);
      for (let time = 1; time <= 9; time += 1) {
        await reject(id);
        await hand(userId, questId, { text: '😀'.repeat(9_000), note: `${time}` });
      }
      const { history } = await quests.call(getOwnSubmission, { userId, submissionId: id });
      expect(history.map(({ inputs }) => inputs?.['note'])).toEqual(['3', '4', '5', '6', '7', '8', '9']);
    });

    it('names each wrong input', async () => {
      const fields = [{ id: 'role', label: 'Role?', kind: 'short_text', required: true }];
      const [questId, userId] = [
        await quests.addQuest('custom_form', { fields }, { method: 'manual' }),
        await quests.addEarner(),
      ];
      const wrong = async (inputs: object) => {
        const { code, details } = await errorOf(hand(userId, questId, inputs));
        return [code, details.errors?.map(({ pointer }) => pointer)];
      };
      expect(await wrong({})).toEqual(['TASK_INPUTS_INVALID', ['/inputs/answers']]);
      expect(await wrong({ answers: {}, more: 1 })).toEqual(['TASK_INPUTS_INVALID', ['/inputs/more']]);
      expect(await wrong({ answers: {} })).toEqual(['TASK_INPUTS_INVALID', ['/inputs/answers/role']]);
      expect(await wrong({ answers: { role: 'a\0' } })).toEqual(['TASK_INPUTS_INVALID', ['/inputs/answers/role']]);
    });

    it('names the endpoint of a type that has its own', async () => {
      const [questId, userId] = [
        await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } }),
        await quests.addEarner(),
      ];
      const error = await errorOf(hand(userId, questId, {}));
      expect([error.code, error.message]).toEqual([
        'WRONG_TASK_TYPE',
        expect.stringContaining('daily-checkin/check-in'),
      ]);
    });
  });

  describe('submission lists', () => {
    it('page through all of them, newest first for earners, oldest first for the queue', async () => {
      const other = await startQuests();
      try {
        const questId = await other.addQuest('custom_manual', { instructions: 'Show it.' }, { method: 'manual' });
        const userId = await other.addEarner();
        const ids: string[] = [];
        for (let i = 0; i < 5; i += 1) {
          const earner = i < 3 ? userId : await other.addEarner();
          const quest =
            i === 0 ? questId : await other.addQuest('custom_manual', { instructions: 'x' }, { method: 'manual' });
          const inputs = { text: `text ${i}` };
          ids.push((await other.call(submitQuest, { userId: earner, questId: quest, inputs })).id);
        }
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await other.call(listTeamSubmissions, {
            projectId: other.projectId,
            order: 'oldest',
            limit: 2,
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(ids);
        const { nextCursor } = await other.call(listTeamSubmissions, { projectId: null, order: 'oldest', limit: 1 });
        const otherWay = { projectId: null, order: 'newest', limit: 1, cursor: nextCursor ?? 'x' } as const;
        expect((await errorOf(other.call(listTeamSubmissions, otherWay))).code).toBe('INVALID_CURSOR');
        const own = await other.call(listOwnSubmissions, { userId, limit: 10 });
        expect(own.items.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse());

        const count = async (filter: object) =>
          (await other.call(listTeamSubmissions, { projectId: other.projectId, order: 'newest', limit: 10, ...filter }))
            .items.length;
        const [first, last] = [own.items[2], own.items[0]];
        expect(await count({ questId })).toBe(1);
        expect(await count({ campaignId: other.campaignId, status: ['in_review'], taskTypeId: 'custom_manual' })).toBe(
          5,
        );
        expect(await count({ status: ['claimed'] })).toBe(0);
        expect(await count({ status: ['claimed', 'in_review', 'pending'] })).toBe(5);
        const username = userId.slice(-8);
        const wallets = JSON.stringify([{ chainId: 'c', address: 'cosmos1x' }]);
        await other.db.execute(sql`UPDATE earner SET wallets = ${wallets}::jsonb WHERE user_id = ${userId}`);
        expect(await count({ username: username.toUpperCase() })).toBe(3);
        expect(await count({ username: username.slice(1) })).toBe(0);
        expect(await count({ wallet: 'COSMOS1x' })).toBe(3);
        expect(await count({ wallet: 'cosmos1x', username: 'nobody' })).toBe(0);
        expect(await count({ wallet: 'cosmos1x', userId: await other.addEarner() })).toBe(0);
        const ofAll = { projectId: null, order: 'newest', limit: 10 } as const;
        expect((await other.call(listTeamSubmissions, { ...ofAll, username })).items).toHaveLength(3);
        for (const [status, expected] of [
          [['in_review'], 5],
          [['pending', 'in_review'], 5],
          [['in_review', 'claimed'], 5],
          [['pending', 'rejected'], 0],
        ] as const) {
          const all = { ...ofAll, status: [...status] };
          expect((await other.call(listTeamSubmissions, all)).items).toHaveLength(expected);
        }
        expect(await count({ userId })).toBe(3);
        expect(await count({ createdTo: first?.createdAt })).toBe(0);
        expect(await count({ userId, createdFrom: first?.createdAt })).toBe(3);
        expect(await count({ createdFrom: first?.createdAt, createdTo: last?.createdAt })).toBe(2);
        expect(await count({ questId: newId() })).toBe(0);
        expect(await count({ campaignId: newId() })).toBe(0);
      } finally {
        await other.stop();
      }
    });

    it('keep tenants and earners apart', async () => {
      const [questId, userId, stranger] = [await addManual(), await quests.addEarner(), await quests.addEarner()];
      const { id } = await hand(userId, questId, LINK);
      expect((await errorOf(quests.call(getTeamSubmission, { projectId: newId(), submissionId: id }))).code).toBe(
        'NOT_FOUND',
      );
      expect((await errorOf(quests.call(getOwnSubmission, { userId: stranger, submissionId: id }))).code).toBe(
        'NOT_FOUND',
      );
      expect((await errorOf(quests.call(getOwnSubmission, { userId, submissionId: newId() }))).code).toBe('NOT_FOUND');
      expect(await quests.call(listTeamSubmissions, { projectId: newId(), order: 'newest', limit: 10 })).toEqual({
        items: [],
        nextCursor: null,
      });
      expect(await quests.call(getTeamSubmission, { projectId: null, submissionId: id })).toMatchObject({
        id,
        earner: { userId, username: userId.slice(-8), accountStatus: 'active', wallet: null },
      });
      const forged = errorOf(quests.call(listOwnSubmissions, { userId, limit: 10, cursor: 'x' }));
      expect((await forged).code).toBe('INVALID_CURSOR');
    });
  });
});
