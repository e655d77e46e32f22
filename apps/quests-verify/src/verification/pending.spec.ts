import {
  getOwnSubmission,
  listOwnChecks,
  listTeamChecks,
  submitQuest,
  type ChainTransactionReply,
} from '@questp/messages';
import { insertInto, newId, sql } from '@questp/postgres';
import { metrics } from '@questp/service';
import { waitFor } from '@questp/testing';
import {
  errorOf,
  newWallet,
  raceSame,
  RACERS,
  startQuests,
  type QuestOptions,
  type Quests,
} from '../credit/quests.fixture.js';
import { backOff } from './back-off.js';
import { PendingRepository } from './pending.repository.js';

describe('pending', () => {
  const chainId = 'cosmoshub-4';

  let quests: Quests;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  let hashes = 0;
  const newHash = () => (hashes += 1).toString(16).toUpperCase().padStart(64, '0');

  const found = (hash: string, sender: string, more: object = {}): ChainTransactionReply => ({
    status: 'found',
    detail: null,
    transaction: {
      hash,
      height: 7,
      time: new Date().toISOString(),
      code: 0,
      transfers: [{ sender, recipient: 'cosmos1team', amounts: [{ denom: 'uatom', amount: '5' }] }],
      ...more,
    },
  });

  /** An earner with a wallet who hands in a transaction that the chain knows once `index` was called. */
  async function transfer(more: QuestOptions & { questId?: string; userId?: string; hash?: string } = {}) {
    const { questId: asked, userId: known, hash = newHash(), ...options } = more;
    const questId = asked ?? (await quests.addQuest('chain_transfer', { chainId }, { method: 'on_chain', ...options }));
    const userId = known ?? (await quests.addEarner());
    if (!quests.others.wallets.has(userId)) quests.others.wallets.set(userId, [newWallet(chainId)]);
    const sender = quests.others.wallets.get(userId)?.[0]?.address ?? '';
    const who = { userId, questId };
    return {
      who,
      hash,
      index: (change: object = {}) => quests.others.transactions.set(hash, found(hash, sender, change)),
      submit: () => quests.call(submitQuest, { ...who, inputs: { txHash: hash } }),
      get: (submissionId: string) => quests.call(getOwnSubmission, { userId, submissionId }),
      checks: async () => (await quests.call(listOwnChecks, { ...who, limit: 100 })).items,
    };
  }

  const recheck = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };

  describe('a pending submission', () => {
    it('waits until the chain knows the transaction, then is credited once', async () => {
      const { hash, index, submit, get, checks } = await transfer();
      const pending = await submit();
      expect(pending).toMatchObject({
        status: 'pending',
        reason: expect.stringContaining('does not know') as string,
        pointsAwarded: 0,
        history: [{ status: 'pending', by: 'earner' }],
        checks: [
          { trigger: 'earner', outcome: 'inconclusive', code: 'TRANSACTION_NOT_FOUND', inputs: { txHash: hash } },
        ],
      });
      expect(pending.availableAt).toBe(pending.nextTryAt);
      const again = await errorOf(submit());
      expect([again.code, again.details.extra]).toEqual(['QUEST_COOLDOWN', { availableAt: pending.nextTryAt }]);

      await recheck();
      expect(await get(pending.id)).toMatchObject({ status: 'pending', checks: [{ trigger: 'recheck' }, {}] });
      index();
      await recheck();
      expect(await get(pending.id)).toMatchObject({
        status: 'claimed',
        pointsAwarded: 10,
        reason: null,
        nextTryAt: null,
      });
      expect((await checks()).map(({ outcome, trigger }) => [outcome, trigger])).toEqual([
        ['pass', 'recheck'],
        ['inconclusive', 'recheck'],
        ['inconclusive', 'earner'],
      ]);
      await recheck();
      expect(await checks()).toHaveLength(3);
      const events = await quests.db.rows(
        sql`SELECT type, data ->> 'nextTryAt' AS next FROM outbox WHERE aggregate_id = ${pending.id} ORDER BY type`,
      );
      expect(events).toEqual([
        { type: 'submission.claimed', next: null },
        { type: 'submission.confirmed', next: null },
        { type: 'submission.pending', next: pending.nextTryAt },
      ]);
    });

    it('is in the metrics with the age of the one that waits the longest', async () => {
      const age = async () => (await metrics.getSingleMetric('questp_pending_age_seconds')?.get())?.values[0]?.value;
      const { id } = await (await transfer()).submit();
      await (await transfer()).submit();
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '2 hours' WHERE submission_id = ${id}`,
      );
      expect(await age()).toBeGreaterThanOrEqual(7_200);
      expect(await age()).toBeLessThan(7_300);
      await quests.db.execute(sql`UPDATE pending_check SET since = now() WHERE submission_id = ${id}`);
      expect(await age()).toBeLessThan(3_600);
    });

    it.each(['identity', 'integrations'])('outlives an outage of %s', async (service) => {
      const { index, submit, get } = await transfer();
      index();
      quests.others.down.add(service);
      const { id, status, checks } = await submit();
      expect([status, checks[0]?.code]).toEqual(['pending', 'CHECK_UNAVAILABLE']);
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'pending' });
      quests.others.down.clear();
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'claimed' });
    });

    it('is credited for its period although the campaign ended meanwhile', async () => {
      const { index, submit, get } = await transfer();
      const { id, periodKey } = await submit();
      const setStatus = (status: string) => quests.db.execute(sql`UPDATE campaign SET status = ${status}`);
      await setStatus('ended');
      index();
      await recheck();
      await setStatus('active');
      expect(await get(id)).toMatchObject({ status: 'claimed', periodKey });
    });

    it('waits for the end of a suspension', async () => {
      const { who, index, submit, get } = await transfer();
      const { id } = await submit();
      const setStatus = (status: string) =>
        quests.db.execute(sql`UPDATE earner SET status = ${status} WHERE user_id = ${who.userId}`);
      await setStatus('suspended');
      index();
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'pending' });
      await setStatus('active');
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'claimed' });
    });

    it('ends with a reason for who became a member, and when the quest filled up', async () => {
      const member = await transfer();
      const late = await transfer({ maxCompletions: 1 });
      const [ofMember, ofLate] = [await member.submit(), await late.submit()];
      await quests.db.execute(
        insertInto('project_member', {
          projectId: quests.projectId,
          userId: member.who.userId,
          role: 'project_moderator',
        }),
      );
      const first = await transfer({ questId: late.who.questId });
      first.index();
      await first.submit();
      member.index();
      late.index();
      await recheck();
      expect(await member.get(ofMember.id)).toMatchObject({
        status: 'rejected',
        reason: expect.stringContaining('member') as string,
      });
      expect(await late.get(ofLate.id)).toMatchObject({
        status: 'rejected',
        checks: [{ outcome: 'fail', code: 'QUEST_FULL' }, { outcome: 'inconclusive' }],
      });
    });

    it('is rejected by what the chain tells, and can be handed in again', async () => {
      const { index, submit, get } = await transfer();
      const { id } = await submit();
      index({ code: 5, transfers: [] });
      await recheck();
      const rejected = await get(id);
      expect(rejected).toMatchObject({ status: 'rejected', reason: expect.stringContaining('failed') as string });
      expect(rejected.nextTryAt).toBeNull();
      index();
      expect(await submit()).toMatchObject({ id, status: 'claimed' });
    });

    it('is given up after its limit, with a reason that can be read', async () => {
      const { submit, get } = await transfer();
      const { id } = await submit();
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '24 hours' WHERE submission_id = ${id}`,
      );
      await recheck();
      const given = await get(id);
      expect(given).toMatchObject({ status: 'rejected', reason: expect.stringContaining('24 hours') as string });
      expect(await submit()).toMatchObject({ id, status: 'pending' });
    });

    it('is looked for when it is due, and not a turn later', async () => {
      const { submit } = await transfer();
      const { id } = await submit();
      const pendings = new PendingRepository(quests.db);
      await quests.db.execute(sql`UPDATE pending_check SET due_at = now() + interval '1 day'`);
      const due = (inMs: number, leaseMs = 0) =>
        quests.db.execute(sql`
        UPDATE pending_check SET due_at = now() + make_interval(secs => ${inMs / 1_000}::float),
          lease_until = now() + make_interval(secs => ${leaseMs / 1_000}::float) WHERE submission_id = ${id}`);
      await due(50_000);
      expect(await pendings.nextDueMs(60_000)).toBeLessThanOrEqual(50_000);
      expect(await pendings.nextDueMs(60_000)).toBeGreaterThan(0);
      expect(await pendings.nextDueMs(1_000)).toBeUndefined();
      await due(50_000, 55_000);
      expect(await pendings.nextDueMs(60_000)).toBeUndefined();
      await due(50_000);
      expect(await quests.worker().run()).toBe(false);
      // Once more where a second has passed before the worker looked.
      const pauseOfWorker = async () => {
        await due(900);
        const pause = await quests.worker().run();
        return typeof pause === 'number' && { pause };
      };
      expect((await waitFor(pauseOfWorker)).pause).toBeLessThanOrEqual(900);
    });

    it('is checked once by two workers at once, and again when the lease of a dead one runs out', async () => {
      const { index, submit, get, checks } = await transfer();
      const { id } = await submit();
      index();
      await quests.letTimePass();
      const { worker } = quests;
      // A replica that died after it claimed.
      await quests.db.execute(sql`
      UPDATE pending_check SET tries = 1, lease_until = now() + interval '30 seconds' WHERE submission_id = ${id}`);
      await Promise.all([worker().round(), worker().round()]);
      expect(await get(id)).toMatchObject({ status: 'pending' });
      await quests.letTimePass();
      await Promise.all(Array.from({ length: 5 }, () => worker().round()));
      expect(await get(id)).toMatchObject({ status: 'claimed' });
      expect((await checks()).filter(({ outcome }) => outcome === 'pass')).toHaveLength(1);
      expect(await quests.db.rows(sql`SELECT FROM pending_check WHERE submission_id = ${id}`)).toEqual([]);
    });

    it('is left alone by a worker that was too slow and lost its lease', async () => {
      const { index, submit, get } = await transfer();
      const { id } = await submit();
      let release: () => void = () => undefined;
      quests.others.hold = new Promise((resolve) => (release = resolve));
      await quests.letTimePass();
      const slow = quests.worker().round();
      await waitFor(
        async () =>
          await quests.db.row(sql`SELECT FROM pending_check WHERE submission_id = ${id} AND lease_until IS NOT NULL`),
        { what: 'the claim' },
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      quests.others.hold = undefined;
      await recheck();
      index();
      release();
      await slow;
      expect(await get(id)).toMatchObject({
        status: 'pending',
        checks: [{ trigger: 'recheck' }, { trigger: 'earner' }],
      });
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'claimed' });
    });

    it('of 20 equal ones at once one is kept', async () => {
      const { submit, checks } = await transfer();
      const { replies, errors } = await raceSame(submit);
      expect([replies.length, errors]).toEqual([1, { QUEST_COOLDOWN: RACERS - 1 }]);
      expect(await checks()).toHaveLength(1);
    });
  });

  describe('a refused attempt', () => {
    it('leaves its check and no submission', async () => {
      const { who, index, submit, checks } = await transfer();
      index({ transfers: [] });
      expect((await errorOf(submit())).code).toBe('TRANSACTION_WRONG_SENDER');
      expect(await checks()).toMatchObject([
        { submissionId: null, outcome: 'fail', code: 'TRANSACTION_WRONG_SENDER', ruleVersion: 1, trigger: 'earner' },
      ]);
      expect(await quests.db.rows(sql`SELECT FROM submission WHERE user_id = ${who.userId}`)).toEqual([]);
      index();
      expect(await submit()).toMatchObject({ status: 'claimed' });
    });

    it('of a quest whose chain cannot be read names the team', async () => {
      const { hash, submit } = await transfer();
      quests.others.transactions.set(hash, { status: 'unsupported_chain', transaction: null, detail: null });
      expect((await errorOf(submit())).code).toBe('QUEST_MISCONFIGURED');
    });
  });

  describe('a transaction', () => {
    it('completes a quest once at all: for one account and one period', async () => {
      const first = await transfer();
      first.index();
      await first.submit();
      const stranger = await quests.addEarner();
      quests.others.wallets.set(stranger, quests.others.wallets.get(first.who.userId) ?? []);
      const second = await transfer({ questId: first.who.questId, userId: stranger, hash: first.hash });
      expect((await errorOf(second.submit())).code).toBe('SUBJECT_ALREADY_USED');

      const period = { kind: 'interval', hours: 1 } as const;
      const hourly = await transfer({ period });
      hourly.index();
      const { id } = await hourly.submit();
      await quests.asOwner().transaction(async (tx) => {
        await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
        for (const table of [sql`submission`, sql`points_ledger`, sql`completion_subject`]) {
          await tx.execute(sql`
          UPDATE ${table} SET period_key = '2020-01-01T00:00:00.000Z' WHERE quest_id = ${hourly.who.questId}`);
        }
        await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
      });
      expect((await errorOf(hourly.submit())).code).toBe('SUBJECT_ALREADY_USED');
      expect(id).toBeDefined();
    });

    it('written in small letters is the same one', async () => {
      const { who, index } = await transfer({ hash: 'ABCDEF'.padStart(64, '0') });
      index();
      const inputs = { txHash: 'abcdef'.padStart(64, '0') };
      expect(await quests.call(submitQuest, { ...who, inputs })).toMatchObject({ status: 'claimed' });
    });
  });

  describe('a wallet', () => {
    it('moved between accounts counts once, also when both ask at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const questId = await quests.addQuest('identity_wallet_link', {});
        const wallet = newWallet(chainId);
        const earners = [await quests.addEarner(), await quests.addEarner()];
        for (const userId of earners) quests.others.wallets.set(userId, [wallet]);
        let turn = 0;
        const submit = () => quests.call(submitQuest, { userId: earners[(turn += 1) % 2] ?? '', questId, inputs: {} });
        const { replies, errors } = await raceSame(submit);
        expect(replies).toHaveLength(1);
        expect((errors.WALLET_ALREADY_USED ?? 0) + (errors.ALREADY_COMPLETED ?? 0)).toBe(RACERS - 1);
        expect(errors.WALLET_ALREADY_USED).toBe(RACERS / 2);
      }
    });

    it('that is taken leaves the next one of the account', async () => {
      const questId = await quests.addQuest('identity_wallet_link', {});
      const [taken, free] = [newWallet(chainId), newWallet('osmosis-1')];
      const [first, second] = [await quests.addEarner(), await quests.addEarner()];
      quests.others.wallets.set(first, [taken]);
      quests.others.wallets.set(second, [taken, free]);
      await quests.call(submitQuest, { userId: first, questId, inputs: {} });
      expect(await quests.call(submitQuest, { userId: second, questId, inputs: {} })).toMatchObject({
        status: 'claimed',
      });
    });
  });

  describe('a hybrid quest', () => {
    const wrong = { transfers: [] };

    it('refuses two negatives and hands the third to a reviewer, exactly so under races', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { index, submit, checks } = await transfer({ method: 'hybrid' });
        index(wrong);
        const { replies, errors } = await raceSame(submit);
        expect(replies).toMatchObject([{ status: 'in_review', checks: [{ outcome: 'review' }] }]);
        expect(errors.TRANSACTION_WRONG_SENDER).toBe(2);
        expect(errors.SUBMISSION_IN_REVIEW).toBe(RACERS - 3);
        expect(await checks()).toHaveLength(3);
      }
    });

    it('hands an outage to a reviewer at once, and a transaction nobody knows after its limit', async () => {
      const calls = async () => (await quests.db.rows(sql`SELECT FROM review_call`)).length;
      await quests.db.execute(sql`DELETE FROM review_call`);
      const { submit, get } = await transfer({ method: 'hybrid' });
      const { id, status } = await submit();
      expect(status).toBe('pending');
      expect(await calls()).toBe(0);
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '25 hours' WHERE submission_id = ${id}`,
      );
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'in_review' });
      expect(await calls()).toBe(1);

      const outage = await transfer({ method: 'hybrid' });
      quests.others.down.add('integrations');
      expect(await outage.submit()).toMatchObject({ status: 'in_review', checks: [{ code: 'CHECK_UNAVAILABLE' }] });
      expect(await calls()).toBe(2);
    });

    it('counts no setting of the team as a negative', async () => {
      const { hash, index, submit } = await transfer({ method: 'hybrid' });
      quests.others.transactions.set(hash, { status: 'unsupported_chain', transaction: null, detail: null });
      for (let i = 0; i < 4; i += 1) expect((await errorOf(submit())).code).toBe('QUEST_MISCONFIGURED');
      index();
      expect(await submit()).toMatchObject({ status: 'claimed' });
    });
  });

  describe('why', () => {
    it('is told to the earner and the team, page by page, and to nobody else', async () => {
      const { who, index, submit, checks } = await transfer();
      for (let i = 0; i < 3; i += 1) {
        index({ height: i + 1, transfers: [] });
        await errorOf(submit());
      }
      const all = await checks();
      const first = await quests.call(listOwnChecks, { ...who, limit: 2 });
      const second = await quests.call(listOwnChecks, { ...who, limit: 2, cursor: first.nextCursor ?? '' });
      expect([...first.items, ...second.items]).toEqual(all);
      expect(new Set(all.map(({ factsHash }) => factsHash)).size).toBe(3);
      expect(all[0]?.facts).toMatchObject({ wallets: [{ chainId }], chainTransaction: { height: 3 } });
      const filter = { userId: who.userId, questId: who.questId, limit: 10 };
      const ofTeam = await quests.call(listTeamChecks, { projectId: quests.projectId, ...filter });
      expect(ofTeam.items).toEqual(all.map((check) => ({ ...check, userId: who.userId })));
      expect((await quests.call(listTeamChecks, { projectId: newId(), ...filter })).items).toEqual([]);
      const stranger = { userId: await quests.addEarner(), questId: who.questId, limit: 10 };
      expect((await quests.call(listOwnChecks, stranger)).items).toEqual([]);
    });
  });

  describe('the pause before the next check', () => {
    it('doubles from 15 seconds to 15 minutes, with a quarter of jitter', () => {
      expect([0, 1, 2, 5, 6, 99].map((tries) => backOff(tries, 0.5))).toEqual(
        [15, 30, 60, 480, 900, 900].map((s) => s * 1000),
      );
      expect([backOff(0, 0), backOff(0, 1)]).toEqual([11_250, 18_750]);
    });
  });
});
