import { randomUUID } from 'node:crypto';
import { getOwnPayout, getPayoutPlan, listPayoutDifferences, listPayouts } from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { newId, sql } from '@questp/postgres';
import { addressOn, CHAIN, daysAgo, ENDED, MEMBER, Payouts, POOL, type Place } from '../testing/payouts.fixture.js';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const wallet = (key: number, chainId = CHAIN) => ({ chainId, address: addressOn(key, chainId) });

describe('payout plans', () => {
  let payouts: Payouts;
  beforeAll(async () => {
    payouts = await Payouts.start();
  }, 60_000);
  beforeEach(() => payouts.role('project_admin'));
  afterAll(() => payouts.stop());

  /** An earner with points and a wallet of a key. */
  const earning = async (place: Place, points: number, key: number, at = daysAgo(20)) => {
    const userId = await payouts.earner([wallet(key)]);
    const credit = await payouts.credit(place, userId, points, { at });
    return { userId, credit };
  };

  it('payout plans are previews of what earners would get until the campaign ends', async () => {
    const place = await payouts.campaign();
    const a = await earning(place, 30, 1);
    const b = await earning(place, 10, 2);
    const member = await earning(place, 90, 3);
    await payouts.join(place, member.userId);
    const plan = await payouts.plan(place);
    expect(plan).toMatchObject({
      ...{ version: 1, kind: 'preview', status: 'ready', requestedBy: MEMBER, earners: 3, entries: 2, total: '1000' },
      ...{ fee: '0', leftover: '0', isExact: true, ledgerCredits: 3, approvedAt: null },
      pool: { gross: '1000', distributable: '1000', cap: '1000', feeBps: 0, attempt: null, denom: 'ustake' },
    });
    expect(await payouts.outcome(place, 1)).toEqual({
      [a.userId]: '750',
      [b.userId]: '250',
      [member.userId]: 'project_member',
    });
    expect((await payouts.rows(place, 1)).map(({ rank, status }) => [rank, status])).toEqual([
      [1, 'excluded'],
      [2, 'projected'],
      [3, 'projected'],
    ]);
  });

  it('payout plans are requested once at a time, and at most one preview a minute is made', async () => {
    const place = await payouts.campaign();
    const [first, second] = await Promise.all([payouts.request(place), payouts.request(place)]);
    expect(second).toEqual(first);
    await payouts.work();
    expect(await payouts.request(place)).toMatchObject({ version: 1, status: 'ready' });
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_plan SET planned_at = planned_at - interval '1 minute' WHERE campaign_id = ${place.campaignId}`);
    expect(await payouts.plan(place)).toMatchObject({ version: 2, status: 'ready' });
    expect((await payouts.plans(place)).map(({ version, status }) => [version, status])).toEqual([
      [2, 'ready'],
      [1, 'superseded'],
    ]);
  });

  it('payout plans are made without a request: previews every ten minutes, and a final one after the end', async () => {
    const place = await payouts.campaign();
    const { userId } = await earning(place, 5, 1);
    await payouts.work();
    await payouts.work();
    expect(await payouts.plans(place)).toMatchObject([{ version: 1, kind: 'preview', requestedBy: null, entries: 1 }]);
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_plan SET planned_at = planned_at - interval '10 minutes' WHERE campaign_id = ${place.campaignId}`);
    await payouts.work();
    expect(await payouts.plans(place)).toMatchObject([{ version: 2, kind: 'preview', status: 'ready' }]);
    await payouts.end(place);
    await payouts.work();
    await payouts.work();
    expect(await payouts.plans(place)).toMatchObject([
      { version: 3, kind: 'final', status: 'ready', requestedBy: null, entries: 1, total: '1000' },
    ]);
    expect(await payouts.rows(place, 3)).toMatchObject([{ userId, status: 'pending', amount: '1000' }]);
    const { campaignId, projectId } = place;
    expect(await payouts.service.events('payout_plan.changed', campaignId)).toEqual([
      expect.objectContaining({ version: 1, kind: 'preview', status: 'ready' }),
      expect.objectContaining({ version: 2, kind: 'preview', status: 'ready' }),
      expect.objectContaining({ campaignId, projectId, version: 3, kind: 'final', status: 'ready' }),
    ]);
  });

  describe('count credits of submissions made before the end and decided before the freeze', () => {
    const end = daysAgo(ENDED);
    const [before, after, frozen] = [daysAgo(20), daysAgo(5), daysAgo(0.5)];
    const planned = async (work: (place: Place) => Promise<unknown>) => {
      const place = await payouts.campaign();
      await work(place);
      await payouts.end(place, end);
      await payouts.work();
      return (await payouts.rows(place, 1)).map(({ userId, points }) => [userId, points]);
    };
    const decided = async (place: Place, userId: string, points: number, submitted: Date, at: Date) =>
      payouts.credit(place, userId, points, { submissionId: await payouts.submission(place, userId, submitted), at });

    it('payout plans do not count submissions made after the end or decided after the freeze', async () => {
      let userId = '';
      const rows = await planned(async (place) => {
        ({ userId } = await earning(place, 5, 1, before));
        await decided(place, userId, 3, before, after);
        await decided(place, userId, 10, after, after);
        await decided(place, userId, 20, before, frozen);
        await earning(place, 9, 2, after);
      });
      expect(rows).toEqual([[userId, '8']]);
    });

    it('payout plans do not count credits reversed before the freeze; a later reversal changes nothing', async () => {
      let kept = '';
      const rows = await planned(async (place) => {
        const taken = await earning(place, 5, 1, before);
        await payouts.reverse(place, taken.userId, 5, taken.credit, { at: after });
        const late = await earning(place, 7, 2, before);
        await payouts.reverse(place, late.userId, 7, late.credit, { at: frozen });
        kept = late.userId;
      });
      expect(rows).toEqual([[kept, '7']]);
    });

    it('payout plans count a merged credit at the time of the original credit', async () => {
      let survivor = '';
      const rows = await planned(async (place) => {
        const { userId: absorbed } = await earning(place, 1, 1, before);
        const credit = await decided(place, absorbed, 5, before, before);
        survivor = (await earning(place, 4, 2, before)).userId;
        const mergeId = newId();
        await payouts.reverse(place, absorbed, 5, credit, { at: after, mergeId });
        const { submissionId } = credit;
        await payouts.credit(place, survivor, 5, { submissionId, creditNo: 2, at: after, countedAt: before, mergeId });
      });
      expect(rows[0]).toEqual([survivor, '9']);
    });

    it('wait while a merge is moving credits', async () => {
      const place = await payouts.campaign();
      const { userId } = await earning(place, 5, 1, before);
      await payouts.end(place, end);
      const id = newId();
      await payouts.quests.execute(sql`
        INSERT INTO account_merge (id, survivor_id, absorbed_id, state, told_status)
        VALUES (${id}, ${userId}, ${`svcuser_${'0'.repeat(32)}`}, 'moving', 'active')`);
      await payouts.work();
      expect(await payouts.plans(place)).toMatchObject([{ status: 'requested' }]);
      await payouts.quests.execute(sql`UPDATE account_merge SET state = 'moved' WHERE id = ${id}`);
      await payouts.work();
      expect(await payouts.plans(place)).toMatchObject([{ status: 'ready' }]);
    });

    it('payout plans do not change between being made and the approval', async () => {
      const place = await payouts.campaign();
      const { userId, credit } = await earning(place, 5, 1, before);
      await payouts.end(place, end);
      await payouts.work();
      const [plan] = await payouts.plans(place);
      const rows = await payouts.rows(place, 1);
      await payouts.reverse(place, userId, 5, credit, { at: frozen, mergeId: newId() });
      await payouts.quests.execute(
        sql`UPDATE earner SET status = 'suspended', wallets = '[]' WHERE user_id = ${userId}`,
      );
      await payouts.work();
      expect(await payouts.plans(place)).toEqual([plan]);
      expect(await payouts.rows(place, 1)).toEqual(rows);
    });
  });

  it('exclude earners by what holds when they are made', async () => {
    const place = await payouts.campaign({ ...POOL, minPayout: '100', forbiddenAddresses: [addressOn(9)] });
    const credited = async (points: number, wallets: { chainId: string; address: string }[], status?: string) => {
      const userId = await payouts.earner(wallets, status);
      await payouts.credit(place, userId, points, { at: daysAgo(20) });
      return userId;
    };
    const paid = await credited(50, [wallet(2), wallet(1)]);
    const derived = await credited(30, [wallet(3, 'injective-1'), wallet(3, 'osmosis-1')]);
    const expected = {
      [paid]: '625',
      [derived]: '375',
      [await credited(20, [wallet(4)], 'suspended')]: 'suspended',
      [await credited(20, [wallet(4)], 'merged')]: 'suspended',
      [await credited(20, [wallet(4, 'injective-1')])]: 'no_payout_address',
      [await credited(20, [wallet(9)])]: 'forbidden_address',
      [await credited(20, [wallet(2, 'osmosis-1')])]: 'duplicate_address',
      [await credited(1, [wallet(5)])]: 'below_min',
    };
    await payouts.plan(place);
    expect(await payouts.outcome(place, 1)).toEqual(expected);
    const rows = await payouts.rows(place, 1);
    expect(rows.find(({ userId }) => userId === derived)).toMatchObject({
      ...{ address: addressOn(3), addressSource: 'derived' },
    });
    const shown = await payouts.service.call(getOwnPayout, { campaignId: place.campaignId, userId: derived });
    expect(shown).toMatchObject({ amount: '375', status: 'projected', denom: 'ustake', decimals: 6, approvedAt: null });
    const planId = await payouts.idOf(place, 1);
    const filtered = await payouts.service.call(listPayouts, { ...place, planId, limit: 1, status: 'projected' });
    expect(filtered.items.map(({ userId }) => userId)).toEqual([paid]);
    const next = { ...place, planId, limit: 5, status: 'projected', cursor: filtered.nextCursor ?? '' } as const;
    expect((await payouts.service.call(listPayouts, next)).items.map(({ userId }) => userId)).toEqual([derived]);
  });

  it('pay the address that an earner chose on the chain, until the final list is made', async () => {
    const place = await payouts.campaign({ ...POOL, forbiddenAddresses: [addressOn(9)] });
    const [chooser, linked, elsewhere, forbidden] = [
      await earning(place, 40, 1),
      await earning(place, 30, 2),
      await earning(place, 20, 3),
      await earning(place, 10, 4),
    ].map(({ userId }) => userId) as [string, string, string, string];
    await payouts.choose(chooser, CHAIN, addressOn(2));
    await payouts.choose(elsewhere, 'osmosis-1', addressOn(8, 'osmosis-1'));
    await payouts.choose(forbidden, CHAIN, addressOn(9));
    await payouts.end(place);
    await payouts.work();
    await payouts.choose(linked, CHAIN, addressOn(7));
    await payouts.work();
    const rows = await payouts.rows(place, 1);
    expect(
      rows.map(({ userId, address, addressSource, excludedReason }) => [
        userId,
        address,
        addressSource,
        excludedReason,
      ]),
    ).toEqual([
      [chooser, addressOn(2), 'manual', null],
      [linked, addressOn(2), 'wallet', 'duplicate_address'],
      [elsewhere, addressOn(3), 'wallet', null],
      [forbidden, addressOn(9), 'manual', 'forbidden_address'],
    ]);
  });

  it('show what differs between two of them', async () => {
    const place = await payouts.campaign();
    const same = await earning(place, 10, 1);
    const changed = await earning(place, 10, 2);
    const before = await payouts.plan(place);
    await payouts.service.asOwner().execute(sql`UPDATE payout_plan SET planned_at = planned_at - interval '1 minute'`);
    await payouts.quests.execute(sql`UPDATE earner SET wallets = '[]' WHERE user_id = ${changed.userId}`);
    const added = await earning(place, 10, 3);
    const after = await payouts.plan(place);
    const { items } = await payouts.service.call(listPayoutDifferences, {
      ...place,
      planId: after.id,
      since: before.id,
      limit: 10,
    });
    const shown = items.map(({ userId, before, after }) => [
      userId,
      before?.amount,
      after?.amount ?? after?.excludedReason,
    ]);
    expect(shown).toEqual(
      [
        [changed.userId, '500', 'no_payout_address'],
        [added.userId, undefined, '500'],
      ].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    );
    expect(same.userId).toBeDefined();
    // With every member of a payout.
    const { items: listed } = await payouts.service.call(listPayouts, { ...place, planId: after.id, limit: 10 });
    const differing = (payout: { userId: string }) => items.some(({ userId }) => userId === payout.userId);
    expect(items.map((item) => item.after)).toEqual(expect.arrayContaining(listed.filter(differing)));
  });

  it('payout plans are approved by an admin of the project, once, and then stay', async () => {
    const place = await payouts.campaign();
    await earning(place, 10, 1);
    const preview = await payouts.plan(place);
    expect(await refusal(payouts.approve(place, preview.version))).toBe('PLAN_NOT_CURRENT');
    await payouts.end(place);
    await payouts.work();
    payouts.role('project_moderator');
    expect(await refusal(payouts.approve(place, 2))).toBe('FORBIDDEN');
    payouts.role(null);
    expect(await refusal(payouts.approve(place, 2))).toBe('NOT_FOUND');
    expect(await refusal(payouts.request(place))).toBe('NOT_FOUND');
    payouts.role('project_admin');
    expect(await refusal(payouts.approve({ ...place, projectId: randomUUID() }, 2))).toBe('NOT_FOUND');
    expect(await refusal(payouts.approve(place, 3))).toBe('NOT_FOUND');
    expect(await refusal(payouts.approve(place, 1))).toBe('PLAN_NOT_CURRENT');
    const approved = await payouts.approve(place, 2);
    expect(approved).toMatchObject({ status: 'approved', approvedBy: MEMBER });
    expect(await payouts.approve(place, 2)).toEqual(approved);
    expect(await refusal(payouts.request(place))).toBe('PLAN_APPROVED');
    expect((await payouts.service.events('payout_plan.changed', place.campaignId)).at(-1)).toEqual({
      ...{ ...place, planId: approved.id, version: 2, kind: 'final', status: 'approved' },
    });
  });

  it('payout plans are approved by the team from twelve hours after the freeze on, once nothing is undecided', async () => {
    const place = await payouts.campaign(POOL, daysAgo(11.4));
    const { userId } = await earning(place, 10, 1);
    await payouts.work();
    expect(await refusal(payouts.approve(place, 1))).toBe('PLAN_TOO_EARLY');
    await payouts.moveSchedule(place, -1);
    await payouts.work();
    const undecided = await payouts.submission(place, userId, daysAgo(20));
    expect(await refusal(payouts.approve(place, 2))).toBe('PLAN_TOO_EARLY');
    await payouts.quests.execute(sql`UPDATE submission SET status = 'rejected' WHERE id = ${undecided}`);
    expect(await payouts.approve(place, 2)).toMatchObject({ status: 'approved', approvedBy: MEMBER });
  });

  it('a payout plan is not approved while another one is being made, which excludes earners suspended since the freeze', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    const { userId } = await earning(place, 10, 1);
    await earning(place, 10, 2);
    await payouts.work();
    await payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);
    expect(await refusal(payouts.approve(place, 1))).toBe('PLAN_NOT_CURRENT');
    expect(await refusal(payouts.approve(place, 1))).toBe('PLAN_NOT_CURRENT');
    await payouts.work();
    expect(await payouts.outcome(place, 2)).toMatchObject({ [userId]: 'suspended' });
    expect(await payouts.approve(place, 2)).toMatchObject({ status: 'approved', entries: 1 });
  });

  it('payout plans require a reward pool and a campaign of the project', async () => {
    expect(await refusal(payouts.request(await payouts.campaign(null)))).toBe('NO_REWARD_POOL');
    const place = await payouts.campaign();
    expect(await refusal(payouts.request({ ...place, projectId: randomUUID() }))).toBe('NOT_FOUND');
    const { id: planId } = await payouts.plan(place);
    const foreign = { ...place, projectId: randomUUID(), planId };
    expect(await refusal(payouts.service.call(getPayoutPlan, foreign))).toBe('NOT_FOUND');
    expect(await refusal(payouts.rows(foreign, 1))).toBe('NOT_FOUND');
  });
});
