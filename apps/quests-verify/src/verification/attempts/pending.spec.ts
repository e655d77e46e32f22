import { insertInto, sql } from '@questp/postgres';
import { metrics } from '@questp/service';
import { waitFor } from '@questp/testing';
import { errorOf, raceSame, RACERS, type Quests } from '../../testing/quests.fixture.js';
import { PoolEvents } from '../../studio/campaigns/pool-events.js';
import { backOff } from './back-off.js';
import { PendingRepository } from './pending.repository.js';
import { startTransfers, type Transfers } from '../../testing/transfers.fixture.js';

describe('pending', () => {
  let quests: Quests;
  let transfer: Transfers['transfer'];
  let recheck: Transfers['recheck'];
  beforeAll(async () => {
    ({ quests, transfer, recheck } = await startTransfers());
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

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

    it('is counted in the metrics with the age of the oldest', async () => {
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

    it.each(['identity', 'integrations'])('stays pending during an outage of %s', async (service) => {
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

    describe('after the end of a campaign with a reward pool', () => {
      const end = (freezesInHours: number | null) =>
        quests.db.execute(sql`
          UPDATE campaign SET status = 'ended', ended_at = now(), reward_pool = '{"mode": "manual"}',
            review_freezes_at = now() + make_interval(hours => ${freezesInHours}::integer)`);
      afterEach(() =>
        quests.db.execute(sql`
          UPDATE campaign SET status = 'active', ended_at = NULL, reward_pool = NULL, review_freezes_at = NULL`),
      );
      const waitedForDays = (id: string) =>
        quests.db.execute(sql`
          UPDATE pending_check SET since = now() - interval '9 days' WHERE submission_id = ${id}`);

      it.each([null, 1])('is checked until the payouts are listed: %s hours', async (hours) => {
        const { index, submit, get } = await transfer();
        const { id } = await submit();
        await end(hours);
        await waitedForDays(id);
        await recheck();
        expect(await get(id)).toMatchObject({ status: 'pending', checks: [{ trigger: 'recheck' }, {}] });
        index();
        await recheck();
        expect(await get(id)).toMatchObject({ status: 'claimed' });
      });

      it('is checked and credited until a freeze that an operator moved', async () => {
        const { index, submit, get } = await transfer();
        const { id } = await submit();
        await end(-1);
        const [from, to] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()];
        await quests.deliver(PoolEvents, 'payout_schedule.changed', {
          ...{ campaignId: quests.campaignId, projectId: quests.projectId, endedAt: from, moderatorsFrom: from },
          ...{ freezesAt: to, approvesAt: to, commitDeadline: null, undecided: 1, isFreezeMoved: true },
        });
        await waitedForDays(id);
        await recheck();
        expect(await get(id)).toMatchObject({ status: 'pending' });
        index();
        await recheck();
        expect(await get(id)).toMatchObject({ status: 'claimed' });
      });

      it('fails after that with a reason that does not offer another submission', async () => {
        const { submit, get } = await transfer();
        const { id } = await submit();
        await end(-1);
        await waitedForDays(id);
        await recheck();
        const { status, reason } = await get(id);
        expect([status, reason]).toEqual(['rejected', expect.stringMatching(/It was checked for \d+ hours\.$/)]);
      });
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

    it('fails with a reason when the earner became a member or the quest is full', async () => {
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

    it('is rejected when the transaction failed on the chain, and can be submitted again', async () => {
      const { index, submit, get } = await transfer();
      const { id } = await submit();
      index({ code: 5, acts: [] });
      await recheck();
      const rejected = await get(id);
      expect(rejected).toMatchObject({ status: 'rejected', reason: expect.stringContaining('failed') as string });
      expect(rejected.nextTryAt).toBeNull();
      index();
      expect(await submit()).toMatchObject({ id, status: 'claimed' });
    });

    it('fails after its limit with a readable reason', async () => {
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

    it('stays pending after an internal error, which is counted, and fails after its limit', async () => {
      const { submit, get, index } = await transfer();
      const { id } = await submit();
      index();
      quests.others.hold = () => Promise.reject(new Error('a defect'));
      await recheck();
      quests.others.hold = undefined;
      expect(await get(id)).toMatchObject({
        status: 'pending',
        reason: expect.stringContaining('operators are alerted') as string,
        checks: [{ outcome: 'inconclusive', code: 'CHECK_UNAVAILABLE' }, {}],
      });
      const alerts = sql`SELECT data ->> 'reason' AS reason FROM notice WHERE aggregate_id = 'chain_transfer'`;
      expect(await quests.db.rows(alerts)).toEqual([{ reason: 'Error: a defect' }]);
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'claimed' });

      const { id: other } = await (await transfer()).submit();
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '24 hours' WHERE submission_id = ${other}`,
      );
      quests.others.hold = () => Promise.reject(new Error('a defect'));
      await recheck();
      quests.others.hold = undefined;
      expect(await quests.db.row(sql`SELECT status FROM submission WHERE id = ${other}`)).toEqual({
        status: 'rejected',
      });
    });

    it('is retried with growing pauses when the error cannot be recorded', async () => {
      const { submit, who, index, get } = await transfer();
      const { id } = await submit();
      index();
      const setType = (type: string) =>
        quests.db.execute(sql`UPDATE quest SET task_type_id = ${type} WHERE id = ${who.questId}`);
      await setType('no_such_type');
      await recheck();
      expect(
        await quests.db.row(sql`
          SELECT due_at > now() + interval '10 seconds' AS waits, lease_until FROM pending_check
          WHERE submission_id = ${id}`),
      ).toEqual({ waits: true, leaseUntil: null });
      await setType('chain_transfer');
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'claimed' });
    });

    it('is checked as soon as it is due', async () => {
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
      expect(await quests.worker().execute()).toBe(false);
      // Once more where a second has passed before the worker looked.
      const pauseOfWorker = async () => {
        await due(900);
        const pause = await quests.worker().execute();
        return typeof pause === 'number' && { pause };
      };
      expect((await waitFor(pauseOfWorker)).pause).toBeLessThanOrEqual(900);
    });

    it('is checked once by two workers, and again when the lease of a dead worker expires', async () => {
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

    it('is not changed by a slow worker that lost its lease', async () => {
      const { index, submit, get } = await transfer();
      const { id } = await submit();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      quests.others.hold = () => held;
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

    it('is created once by 20 equal concurrent attempts', async () => {
      const { submit, checks } = await transfer();
      const { replies, errors } = await raceSame(submit);
      expect([replies.length, errors]).toEqual([1, { QUEST_COOLDOWN: RACERS - 1 }]);
      expect(await checks()).toHaveLength(1);
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
