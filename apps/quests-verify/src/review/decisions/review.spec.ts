import {
  bulkReview,
  decideListed,
  getTeamSubmission,
  listTeamSubmissions,
  reverseSubmission,
  reviewSubmission,
  submitQuest,
  undoReview,
  verifySecretCode,
} from '@questp/messages/quests';
import type { Reviewer } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import fc from 'fast-check';
import {
  errorOf,
  holdEarner,
  race,
  raceSame,
  RACERS,
  newUserId,
  startQuests,
  type QuestOptions,
  type Quests,
} from '../../testing/quests.fixture.js';

describe('reviews', () => {
  const MODERATOR = newUserId();

  let quests: Quests;
  let reviewer: Reviewer;
  beforeAll(async () => {
    quests = await startQuests();
    reviewer = { projectId: quests.projectId, by: 'team', reviewerId: MODERATOR };
  }, 60_000);
  afterAll(() => quests.stop());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  async function handIn(more: QuestOptions & { questId?: string; userId?: string } = {}) {
    const questId =
      more.questId ??
      (await quests.addQuest('custom_manual', { instructions: 'Show it.' }, { method: 'manual', ...more }));
    const userId = more.userId ?? (await quests.addEarner());
    const again = () => quests.call(submitQuest, { userId, questId, inputs: { text: 'Done.' } });
    const { id: submissionId } = await again();
    const request = { ...reviewer, submissionId };
    return {
      questId,
      userId,
      submissionId,
      again,
      approve: (more: object = {}) => quests.call(reviewSubmission, { ...request, ...more, decision: 'approve' }),
      reject: (reason = 'Not enough.') => quests.call(reviewSubmission, { ...request, decision: 'reject', reason }),
      undo: () => quests.call(undoReview, request),
      reverse: () => quests.call(reverseSubmission, { ...request, reason: 'Copied.' }),
    };
  }

  it.each(['campaign', 'project'])('credits nothing that is approved in an archived %s', async (what) => {
    const { approve, reject } = await handIn();
    const set = (status: string) =>
      quests.db.execute(
        what === 'campaign'
          ? sql`UPDATE campaign SET status = ${status} WHERE id = ${quests.campaignId}`
          : sql`UPDATE project SET status = ${status} WHERE id = ${quests.projectId}`,
      );
    await set('archived');
    expect((await errorOf(approve())).code).toBe('CAMPAIGN_NOT_ACTIVE');
    expect(await reject()).toMatchObject({ status: 'rejected' });
    await set('active');
  });

  const ledgerOf = async (submissionId: string) =>
    (
      await quests.db.rows<{ entry: string }>(sql`
      SELECT kind || ' ' || credit_no || ' ' || points AS entry FROM points_ledger
      WHERE submission_id = ${submissionId} ORDER BY id`)
    ).map(({ entry }) => entry);

  const standingsOf = (userId: string) =>
    quests.db.rows(sql`SELECT points, xp, completions FROM standing WHERE user_id = ${userId}`);

  const eventsOf = (submissionId: string) =>
    quests.db.rows(sql`
    SELECT type, data ->> 'decision' AS decision, data ->> 'status' AS status FROM outbox
    WHERE aggregate_id = ${submissionId} ORDER BY seq`);

  describe('review', () => {
    it('approves with the current points of the quest, and records the event', async () => {
      const { questId, userId, submissionId, approve } = await handIn();
      await quests.db.execute(sql`UPDATE quest SET points = 77 WHERE id = ${questId}`);
      const detail = await approve();
      expect(detail).toMatchObject({
        status: 'claimed',
        pointsAwarded: 77,
        reviewedBy: MODERATOR,
        verifiedAt: detail.claimedAt,
        history: [
          { status: 'in_review', by: 'earner' },
          { status: 'claimed', by: 'team', reason: null },
        ],
      });
      expect(Date.parse(detail.undoUntil ?? '') - Date.parse(detail.claimedAt ?? '')).toBe(15 * 60_000);
      expect(await standingsOf(userId)).toHaveLength(2);
      expect(await eventsOf(submissionId)).toEqual([
        { type: 'submission.in_review', decision: null, status: 'in_review' },
        { type: 'submission.claimed', decision: null, status: 'claimed' },
        { type: 'submission.reviewed', decision: 'approved', status: 'claimed' },
      ]);
    });

    it('rejects with a reason, which the earner can answer with other work', async () => {
      const { submissionId, approve, reject, again } = await handIn();
      expect(await reject()).toMatchObject({ status: 'rejected', reason: 'Not enough.', pointsAwarded: 0 });
      expect((await errorOf(approve())).code).toBe('ALREADY_REVIEWED');
      expect(await again()).toMatchObject({ id: submissionId, status: 'in_review' });
      expect(await approve()).toMatchObject({ status: 'claimed', reason: null, pointsAwarded: 10 });
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10']);
    });

    it('A-09: of 10 approvals and 10 rejections at once the first wins, the opposite ones are ALREADY_REVIEWED', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { submissionId, approve, reject } = await handIn();
        const { replies, errors } = await race(
          Array.from({ length: 10 }, () => [() => approve(), () => reject()]).flat(),
        );
        expect([replies.length, errors]).toEqual([10, { ALREADY_REVIEWED: 10 }]);
        const credited = replies[0]?.status === 'claimed';
        expect(await ledgerOf(submissionId)).toEqual(credited ? ['credit 1 10'] : []);
      }
    });

    it('A-10: 20 approvals at once credit once and all answer the same', async () => {
      const { submissionId, approve } = await handIn();
      const { replies, errors } = await raceSame(approve);
      expect([replies.length, errors]).toEqual([RACERS, {}]);
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10']);
    });

    it('A-10: approving what was credited automatically changes nothing', async () => {
      const questId = await quests.addQuest('engagement_secret_code', { code: 'Moonrise' });
      const { submissionId } = await quests.call(verifySecretCode, {
        questId,
        userId: await quests.addEarner(),
        code: 'moonrise',
      });
      const before = await quests.call(getTeamSubmission, { projectId: null, submissionId });
      const request = { ...reviewer, submissionId };
      expect(await quests.call(reviewSubmission, { ...request, decision: 'approve' })).toEqual(before);
      const reject = quests.call(reviewSubmission, { ...request, decision: 'reject', reason: 'Not enough.' });
      expect((await errorOf(reject)).code).toBe('ALREADY_REVIEWED');
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10']);
      expect((await errorOf(quests.call(undoReview, { ...reviewer, submissionId }))).code).toBe('NOTHING_TO_UNDO');
    });

    it('A-10: the same rejection again keeps the first reason', async () => {
      const { reject } = await handIn();
      await reject('First.');
      expect(await reject('Second.')).toMatchObject({ reason: 'First.' });
    });

    it('A-19: no approval for an earner who is suspended while it runs', async () => {
      const { userId, submissionId, approve } = await handIn();
      const suspension = await holdEarner(quests.db, userId);
      const approval = errorOf(approve());
      await new Promise((resolve) => setTimeout(resolve, 100));
      await suspension.release(true);
      expect((await approval).code).toBe('EARNER_SUSPENDED');
      expect(await quests.call(getTeamSubmission, { projectId: null, submissionId })).toMatchObject({
        status: 'in_review',
      });
    });

    it('approves neither own work nor that of a member', async () => {
      const { userId, approve } = await handIn();
      expect((await errorOf(approve({ reviewerId: userId }))).code).toBe('FORBIDDEN');
      await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${userId}, 'project_admin')`);
      expect((await errorOf(approve())).code).toBe('MEMBER_CANNOT_EARN');
    });

    it('approves up to the limit of the quest only', async () => {
      const first = await handIn({ maxCompletions: 1 });
      const second = await handIn({ questId: first.questId });
      const { replies, errors } = await race([() => first.approve(), () => second.approve()]);
      expect([replies.length, errors]).toEqual([1, { QUEST_FULL: 1 }]);
    });

    it('knows no submission of another project; an operator reaches all', async () => {
      const { approve } = await handIn();
      expect((await errorOf(approve({ projectId: newId() }))).code).toBe('NOT_FOUND');
      expect((await errorOf(approve({ submissionId: newId() }))).code).toBe('NOT_FOUND');
      const detail = await approve({ projectId: null, by: 'platform', reviewerId: `svcadmin_${'1'.repeat(32)}` });
      expect(detail.history.at(-1)).toMatchObject({ by: 'platform' });
    });

    it('refuses a reason that cannot be stored', async () => {
      const { reject } = await handIn();
      expect((await errorOf(reject('\0'))).code).toBe('VALIDATION_FAILED');
    });
  });

  describe('taking back', () => {
    it('undoes an approval by a reversing entry and gives the completion back', async () => {
      const { questId, userId, submissionId, approve, undo } = await handIn({ maxCompletions: 1 });
      await approve();
      const undone = await undo();
      expect(undone).toMatchObject({
        status: 'in_review',
        pointsAwarded: 0,
        claimedAt: null,
        reviewedBy: null,
        undoUntil: null,
      });
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10', 'reversal 1 -10']);
      expect(await standingsOf(userId)).toEqual(Array(2).fill({ points: '0', xp: '0', completions: 0 }));
      expect(await quests.db.row(sql`SELECT completions FROM quest WHERE id = ${questId}`)).toEqual({ completions: 0 });
      expect((await errorOf(undo())).code).toBe('NOTHING_TO_UNDO');
      await approve();
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10', 'reversal 1 -10', 'credit 2 10']);
      expect((await eventsOf(submissionId)).at(2)).toMatchObject({ decision: 'approved' });
    });

    it('undoes a rejection', async () => {
      const { reject, undo, approve } = await handIn();
      await reject();
      expect(await undo()).toMatchObject({ status: 'in_review', reason: null });
      expect(await approve()).toMatchObject({ status: 'claimed' });
    });

    it('undoes within 15 minutes only', async () => {
      const { submissionId, approve, undo } = await handIn();
      await approve();
      await quests.db.execute(sql`
      UPDATE submission SET reviewed_at = reviewed_at - interval '15 minutes' WHERE id = ${submissionId}`);
      expect((await errorOf(undo())).code).toBe('UNDO_WINDOW_CLOSED');
    });

    it('reverses for good, once, with a reason', async () => {
      const { submissionId, approve, reverse, undo, again } = await handIn();
      expect((await errorOf(reverse())).code).toBe('INVALID_TRANSITION');
      await approve();
      const { replies } = await raceSame(reverse);
      expect(replies).toHaveLength(RACERS);
      expect(replies[0]).toMatchObject({ status: 'reversed', reason: 'Copied.', pointsAwarded: 0, undoUntil: null });
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10', 'reversal 1 -10']);
      expect((await errorOf(undo())).code).toBe('NOTHING_TO_UNDO');
      expect((await errorOf(again())).code).toBe('SUBMISSION_FINAL');
    });

    it('20 undos at once take the points back once', async () => {
      const { submissionId, approve, undo } = await handIn();
      await approve();
      const { replies, errors } = await raceSame(undo);
      expect([replies.length, errors]).toEqual([1, { NOTHING_TO_UNDO: RACERS - 1 }]);
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10', 'reversal 1 -10']);
    });

    it('keeps the place of the other credits', async () => {
      const first = await handIn();
      const second = await handIn({ userId: first.userId });
      const { claimedAt } = await first.approve();
      await second.approve();
      await second.undo();
      const rows = await quests.db.rows<{ lastCreditAt: Date }>(sql`
      SELECT last_credit_at FROM standing WHERE user_id = ${first.userId}`);
      expect(rows.map((row) => row.lastCreditAt.toISOString())).toEqual([claimedAt, claimedAt]);
    });
  });

  describe('in the last two days of a campaign with a reward pool, and after it', () => {
    const OPERATOR = { projectId: null, by: 'platform', reviewerId: `svcadmin_${'1'.repeat(32)}` } as const;
    const set = (columns: { rewardPool?: object; hours: number | null; endedHours?: number }) =>
      quests.db.execute(sql`
        UPDATE campaign SET reward_pool = ${columns.rewardPool && JSON.stringify(columns.rewardPool)}::jsonb,
          ends_at = now() + make_interval(hours => ${columns.hours}::integer),
          ended_at = now() + make_interval(hours => ${columns.endedHours}::integer)
        WHERE id = ${quests.campaignId}`);
    const rewardPool = { mode: 'manual' };
    afterEach(() => set({ hours: null }));

    it.each([
      ['49 hours before the end', { rewardPool, hours: 49 }, 'reversed'],
      ['47 hours before the end', { rewardPool, hours: 47 }, 'MODERATOR_REQUIRED'],
      ['after the end', { rewardPool, hours: -1 }, 'MODERATOR_REQUIRED'],
      ['after an early end', { rewardPool, hours: 90, endedHours: 0 }, 'MODERATOR_REQUIRED'],
      ['without a pool', { hours: 1 }, 'reversed'],
    ])('a team reverses credits with a moderator only: %s', async (_case, campaign, outcome) => {
      const { submissionId, approve, reverse } = await handIn();
      await approve();
      await set(campaign);
      const reversed = reverse().then(({ status }) => status);
      expect(await reversed.catch(({ code }: { code: string }) => code)).toBe(outcome);
      expect(await ledgerOf(submissionId)).toHaveLength(outcome === 'reversed' ? 2 : 1);
      const again = quests.call(reverseSubmission, { ...OPERATOR, submissionId, reason: 'Copied.' });
      expect(await again).toMatchObject({ status: 'reversed' });
      expect(await reverse()).toMatchObject({ status: 'reversed' });
    });

    it('a moderator credits what the team rejected', async () => {
      const { userId, submissionId, approve, reject } = await handIn();
      await set({ rewardPool, hours: -1 });
      await reject();
      expect((await errorOf(approve())).code).toBe('ALREADY_REVIEWED');
      const overruled = await quests.call(reviewSubmission, { ...OPERATOR, submissionId, decision: 'approve' });
      expect(overruled).toMatchObject({ status: 'claimed', reason: null, pointsAwarded: 10 });
      expect(await ledgerOf(submissionId)).toEqual(['credit 1 10']);
      expect(await standingsOf(userId)).toHaveLength(2);
      const undo = quests.call(undoReview, { ...reviewer, submissionId });
      expect((await errorOf(undo)).code).toBe('MODERATOR_REQUIRED');
    });
  });

  describe('what a team leaves undecided after the end', () => {
    const OPERATOR = { projectId: null, by: 'platform', reviewerId: `svcadmin_${'1'.repeat(32)}` } as const;
    const schedule = (moderatorsFrom: string | null, freezesAt: string | null = null) =>
      quests.db.execute(sql`
        UPDATE campaign SET review_moderators_from = ${moderatorsFrom}::timestamptz,
          review_freezes_at = ${freezesAt}::timestamptz
        WHERE id = ${quests.campaignId}`);
    const past = '2020-01-01T00:00:00.000Z';
    const ahead = '2999-01-01T00:00:00.000Z';
    afterEach(() => schedule(null));
    const queue = async (filter: object = {}) => {
      const asked = { projectId: null, order: 'oldest', limit: 100, escalated: true, ...filter } as const;
      return (await quests.call(listTeamSubmissions, asked)).items.map(({ id }) => id);
    };

    it('is in the queue of the moderators once it is their turn', async () => {
      const [open, decided] = [await handIn(), await handIn()];
      await decided.reject();
      const [{ submissionId }, { submissionId: rejected }] = [open, decided];
      await schedule(ahead);
      expect(await queue()).toEqual([]);
      expect(await queue({ escalated: false, questId: open.questId })).toEqual([submissionId]);
      await schedule(past);
      expect(await queue()).toContain(submissionId);
      expect(await queue()).not.toContain(rejected);
      expect(await queue({ status: ['rejected'] })).toContain(rejected);
      expect(await queue({ questId: decided.questId })).toEqual([]);
      expect(await queue({ projectId: quests.projectId, questId: open.questId })).toEqual([submissionId]);
      await quests.call(reviewSubmission, { ...OPERATOR, submissionId, decision: 'approve' });
      expect(await queue({ questId: open.questId })).toEqual([]);
    });

    it('is credited by a moderator although its check is pending', async () => {
      const { submissionId } = await handIn();
      await quests.asOwner().transaction(async (tx) => {
        await tx.execute(sql`UPDATE submission SET status = 'pending' WHERE id = ${submissionId}`);
        await tx.execute(sql`
          INSERT INTO pending_check (submission_id, user_id, inputs, due_at)
          SELECT id, user_id, '{}', now() + interval '1 day' FROM submission WHERE id = ${submissionId}`);
      });
      const approve = () => quests.call(reviewSubmission, { ...OPERATOR, submissionId, decision: 'approve' });
      expect((await errorOf(approve())).code).toBe('NOT_IN_REVIEW');
      await schedule(past);
      const team = quests.call(reviewSubmission, { ...reviewer, submissionId, decision: 'approve' });
      expect((await errorOf(team)).code).toBe('NOT_IN_REVIEW');
      expect(await approve()).toMatchObject({ status: 'claimed', nextTryAt: null });
      expect(await quests.db.rows(sql`SELECT FROM pending_check WHERE submission_id = ${submissionId}`)).toEqual([]);
    });

    it('says until when a decision changes the payout', async () => {
      const { approve, undo } = await handIn();
      expect(await approve()).toMatchObject({ payoutFreezesAt: null, payoutFrozen: false });
      await schedule(past, ahead);
      expect(await undo()).toMatchObject({ payoutFreezesAt: ahead, payoutFrozen: false });
      await schedule(past, past);
      expect(await approve()).toMatchObject({ payoutFreezesAt: past, payoutFrozen: true });
    });
  });

  describe('many decisions', () => {
    it('each stands alone, and has its result in the order given', async () => {
      const [approved, rejected, decided] = [await handIn(), await handIn(), await handIn()];
      await decided.reject();
      const unknown = newId();
      const { results } = await quests.call(bulkReview, {
        ...reviewer,
        items: [
          { submissionId: approved.submissionId, decision: 'approve' },
          { submissionId: unknown, decision: 'approve' },
          { submissionId: decided.submissionId, decision: 'approve' },
          { submissionId: rejected.submissionId, decision: 'reject', reason: 'No.' },
        ],
      });
      expect(results).toMatchObject([
        { submissionId: approved.submissionId, ok: true, submission: { status: 'claimed' }, error: null },
        { submissionId: unknown, ok: false, submission: null, error: { code: 'NOT_FOUND' } },
        { submissionId: decided.submissionId, ok: false, error: { code: 'ALREADY_REVIEWED' } },
        { submissionId: rejected.submissionId, ok: true, submission: { status: 'rejected' } },
      ]);
      for (const long of ['history', 'checks', 'inputs', 'files', 'reason']) {
        expect(results[0]?.submission).not.toHaveProperty(long);
      }
    });
  });

  describe('the earners of a list', () => {
    type Work = Awaited<ReturnType<typeof handIn>>;

    /** Work of so many earners to one quest. */
    const handedIn = async (count: number, options: QuestOptions = {}) => {
      const first = await handIn(options);
      const works = [first];
      while (works.length < count) works.push(await handIn({ questId: first.questId }));
      return works;
    };
    const decideAll = (questId: string, decision: 'approve' | 'reject', rows: string[], more: object = {}) =>
      quests.call(decideListed, {
        ...reviewer,
        campaignId: quests.campaignId,
        questId,
        decision,
        list: rows.join('\r\n'),
        ...more,
      });
    const errorsOf = async (call: Promise<unknown>) => {
      const { code, details } = await errorOf(call);
      return [code, ...(details.errors ?? []).map((error) => [error.pointer, error.because ?? error.code])];
    };
    const statusOf = async ({ submissionId }: Work) => {
      const row = await quests.db.row<{ status: string }>(
        sql`SELECT status FROM submission WHERE id = ${submissionId}`,
      );
      return row?.status;
    };
    const reasonOf = async ({ submissionId }: Work) =>
      (await quests.call(getTeamSubmission, { projectId: null, submissionId })).reason;
    const link = (userId: string, address: string) =>
      quests.db.execute(sql`
        UPDATE earner SET wallets = ${JSON.stringify([{ chainId: 'cosmoshub-4', address }])}::jsonb
        WHERE user_id = ${userId}`);

    it('approves what they handed in, by id or by wallet, as each approval alone does', async () => {
      const [one, two, other] = (await handedIn(3)) as [Work, Work, Work];
      await link(two.userId, 'cosmos1listed');
      const rows = ['rank,wallet_address', `1,${one.userId}`, '', '2,COSMOS1LISTED'];
      expect(await decideAll(one.questId, 'approve', rows)).toEqual({ decided: 2, unchanged: 0 });
      expect(await Promise.all([one, two, other].map(statusOf))).toEqual(['claimed', 'claimed', 'in_review']);
      expect(await ledgerOf(two.submissionId)).toEqual(['credit 1 10']);
      expect((await eventsOf(two.submissionId)).at(-1)).toMatchObject({ type: 'submission.reviewed' });
      expect(await decideAll(one.questId, 'approve', [...rows, `3,${other.userId}`])).toEqual({
        decided: 1,
        unchanged: 2,
      });
    });

    it('rejects it, each with its reason', async () => {
      const [one, two] = (await handedIn(2)) as [Work, Work];
      const rows = [`${one.userId},"Blurred, sadly."`, `${two.userId},Copied.`];
      expect(await decideAll(one.questId, 'reject', rows)).toEqual({ decided: 2, unchanged: 0 });
      const reasons = await Promise.all([one, two].map(reasonOf));
      expect(reasons).toEqual(['Blurred, sadly.', 'Copied.']);
      expect(await errorsOf(decideAll(one.questId, 'approve', [one.userId, two.userId]))).toEqual([
        'VALIDATION_FAILED',
        ['#row=1', 'ALREADY_REVIEWED'],
        ['#row=2', 'ALREADY_REVIEWED'],
      ]);
    });

    it('rejects it from a file with semicolons, as spreadsheets of many countries save it', async () => {
      const [one, two] = (await handedIn(2)) as [Work, Work];
      const rows = ['sep=;', '"Earner";"Reason";', `${one.userId};Blurred, sadly.;`, `${two.userId};"Copied; twice.";`];
      expect(await decideAll(one.questId, 'reject', rows)).toEqual({ decided: 2, unchanged: 0 });
      expect(await Promise.all([one, two].map(reasonOf))).toEqual(['Blurred, sadly.', 'Copied; twice.']);
    });

    it('decides on nothing where a row is bad, and says which', async () => {
      const works = (await handedIn(4)) as [Work, Work, Work, Work];
      const [{ questId, userId }, ...others] = works;
      const idle = await quests.addEarner();
      const ids = others.map((work) => work.userId) as [string, string, string];
      const waiting = async () => expect(await Promise.all(works.map(statusOf))).toEqual(Array(4).fill('in_review'));

      await link(ids[0], 'cosmos1shared');
      await link(ids[1], 'cosmos1shared');
      const rows = ['earner', userId, newUserId(), idle, userId, 'cosmos1shared', 'cosmos1nobody'];
      expect(await errorsOf(decideAll(questId, 'approve', rows))).toEqual([
        'VALIDATION_FAILED',
        ['#row=3', 'NOT_ALLOWED'],
        ['#row=4', 'NOT_ALLOWED'],
        ['#row=5', 'DUPLICATE'],
        ['#row=6', 'NOT_ALLOWED'],
        ['#row=7', 'NOT_ALLOWED'],
      ]);
      await waiting();
      expect(await errorsOf(decideAll(questId, 'approve', [userId, '<b>', `"x`]))).toEqual([
        'VALIDATION_FAILED',
        ['#row=3', 'FORMAT'],
      ]);
      expect(await errorsOf(decideAll(questId, 'reject', [`${userId},No.`, ids[0], `${ids[1]},\u202e`]))).toEqual([
        'VALIDATION_FAILED',
        ['#row=2', 'REQUIRED'],
        ['#row=3', 'FORMAT'],
      ]);
      await quests.db.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${ids[0]}`);
      await quests.db.execute(sql`
        INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${ids[2]}, 'project_admin')`);
      const refused = await errorsOf(decideAll(questId, 'approve', [ids[2], ids[1], ids[0], userId]));
      expect(refused).toEqual(['VALIDATION_FAILED', ['#row=1', 'MEMBER_CANNOT_EARN'], ['#row=3', 'EARNER_SUSPENDED']]);
      await waiting();
    });

    it('credits none of them when the quest has no place for all', async () => {
      const works = await handedIn(3, { maxCompletions: 2 });
      const questId = works[0]?.questId ?? '';
      const errors = await errorsOf(
        decideAll(
          questId,
          'approve',
          works.map(({ userId }) => userId),
        ),
      );
      expect(errors).toEqual(['VALIDATION_FAILED', [expect.any(String), 'QUEST_FULL']]);
      expect(await Promise.all(works.map(statusOf))).toEqual(Array(3).fill('in_review'));
      expect(await quests.db.row(sql`SELECT completions FROM quest WHERE id = ${questId}`)).toEqual({ completions: 0 });
    });

    it('reports at most 50 invalid rows, and refuses an empty list and more than 200 rows or submissions', async () => {
      const { questId, userId } = await handIn({ period: { kind: 'daily' } });
      const ids = (count: number) => Array.from({ length: count }, newUserId);
      expect(await errorsOf(decideAll(questId, 'approve', ids(60)))).toHaveLength(1 + 50);
      expect(await errorsOf(decideAll(questId, 'approve', ['earner', '']))).toEqual([
        'VALIDATION_FAILED',
        ['', 'REQUIRED'],
      ]);
      expect(await errorsOf(decideAll(questId, 'approve', ids(201)))).toEqual(['VALIDATION_FAILED', ['', 'LENGTH']]);
      await quests.db.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status)
        SELECT gen_random_uuid(), ${quests.projectId}, ${quests.campaignId}, ${questId}, ${userId}, n::text,
          'custom_manual', 'manual', 'in_review'
        FROM generate_series(1, 200) n`);
      expect(await errorsOf(decideAll(questId, 'approve', [userId]))).toEqual(['VALIDATION_FAILED', ['', 'LENGTH']]);
      await quests.db.execute(sql`DELETE FROM submission WHERE quest_id = ${questId} AND period_key ~ '^[0-9]{1,3}$'`);
    });

    it('is of the quest of that campaign and project', async () => {
      const { questId, userId } = await handIn();
      for (const wrong of [{ projectId: newId() }, { campaignId: newId() }, { questId: newId() }]) {
        expect((await errorOf(decideAll(questId, 'approve', [userId], wrong))).code).toBe('NOT_FOUND');
      }
    });

    it('credits each submission once when lists and single approvals race, and repeats the answer to the same key', async () => {
      const works = await handedIn(4, { maxCompletions: 4 });
      const questId = works[0]?.questId ?? '';
      const ids = works.map(({ userId }) => userId);
      const { replies, errors } = await race<object>([
        ...[ids, ids.toReversed(), ids, ids.toReversed()].map((rows) => () => decideAll(questId, 'approve', rows)),
        ...works.map(
          ({ approve }) =>
            () =>
              approve(),
        ),
      ]);
      expect([replies.length, errors]).toEqual([8, {}]);
      for (const { submissionId } of works) expect(await ledgerOf(submissionId)).toEqual(['credit 1 10']);

      const again = await handIn();
      const idempotency = { scope: 'a', key: newId(), requestHash: 'a'.repeat(64) };
      const send = (more: object = {}) =>
        decideAll(again.questId, 'approve', [again.userId], { idempotency: { ...idempotency, ...more } });
      expect(await send()).toEqual({ decided: 1, unchanged: 0 });
      expect(await send()).toEqual({ decided: 1, unchanged: 0 });
      expect((await errorOf(send({ requestHash: 'b'.repeat(64) }))).code).toBe('IDEMPOTENCY_KEY_REUSED');
    });
  });

  describe('whatever reviewers and earners do', () => {
    it('points, ledger and standings agree', async () => {
      const action = fc.constantFrom('approve', 'reject', 'undo', 'reverse', 'again');
      const step = fc.record({ work: fc.nat({ max: 2 }), actions: fc.array(action, { minLength: 1, maxLength: 4 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const userId = await quests.addEarner();
          const works = [
            await handIn({ userId, maxCompletions: 1 }),
            await handIn({ userId }),
            await handIn({ userId }),
          ];
          for (const { work, actions } of steps) {
            const target = works[work];
            if (target) await race<unknown>(actions.map((name) => () => target[name]()));
          }
          expect(await quests.violations()).toEqual([]);
        }),
        { numRuns: 15 },
      );
    }, 60_000);
  });
});
