import { randomUUID } from 'node:crypto';
import { getOwnPayout, MAX_PAYOUTS_ANNOUNCED } from '@questp/messages/escrow';
import { newId, sql, type Tx } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { Payouts, addressOn, CHAIN, type Place } from '../testing/payouts.fixture.js';
import { escrowOps } from '../service.js';
import { AnnouncePayouts } from './announce-payouts.js';
import { PayoutStatusRepository, type PayoutOutcome } from './payout-status.repository.js';

const DAY_MS = 86_400_000;
const TX_HASH = 'AB'.repeat(32);

describe('notifications of payouts', () => {
  let payouts: Payouts;
  let replicas: TestService<object>[];

  beforeAll(async () => {
    payouts = await Payouts.start();
    payouts.role('project_admin');
    replicas = [payouts.service, await startTestService(escrowOps, { beside: payouts.service })];
  }, 60_000);
  afterAll(async () => {
    await replicas[1]?.stop();
    await payouts.stop();
  });

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => payouts.service.db.transaction(work);
  /** Runs both replicas concurrently until no announcement is due. */
  const announce = async () => {
    for (;;) {
      const looked = await Promise.all(replicas.map((one) => one.get(AnnouncePayouts).execute()));
      if (!looked.some(Boolean)) return;
    }
  };
  const later = async () => {
    await payouts.service.asOwner().execute(sql`UPDATE payout_announcement SET due_at = now()`);
    await announce();
  };
  const events = ({ campaignId }: Place) => payouts.service.events('payouts.announced', campaignId);
  /** Version, announcement, earner and amount (or reason) of each notification. */
  const notifications = async (place: Place) =>
    (await events(place)).flatMap(({ announced, version, payouts: rows }) =>
      rows.map(({ userId, amount, excludedReason }) => [version, announced, userId, amount ?? excludedReason]),
    );

  /** An ended campaign with two earners who are paid and one who is not, and its final plan. */
  const planned = async () => {
    const place = await payouts.campaign();
    const [first, second, without] = [
      await payouts.earner([{ chainId: CHAIN, address: addressOn(1) }]),
      await payouts.earner([{ chainId: CHAIN, address: addressOn(2) }]),
      await payouts.earner([]),
    ];
    for (const [userId, points] of [
      [first, 30],
      [second, 20],
      [without, 10],
    ] as const)
      await payouts.credit(place, userId, points);
    await payouts.end(place);
    await payouts.work();
    return { place, first, second, without };
  };

  /** An approved plan with the given number of payouts. */
  const large = async (count: number, status = 'pending') => {
    const [planId, campaignId, projectId] = [newId(), randomUUID(), randomUUID()];
    const pool = { attempt: 1, chainId: CHAIN, assetKind: 'native', denom: 'ustake', symbol: 'STAKE', decimals: 6 };
    await payouts.service.db.execute(sql`
      INSERT INTO payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, approved_by, approved_at, pool)
      VALUES (${planId}, ${campaignId}, ${projectId}, 1, 'final', 'approved', now(), 'u', now(), ${JSON.stringify(pool)}::jsonb)`);
    await payouts.service.db.execute(sql`
      INSERT INTO payout (plan_id, rank, user_id, points, address, address_source, amount, status)
      SELECT ${planId}, n, 'svcuser_' || lpad(n::text, 32, '0'), 1, 'wasm1' || n, 'wallet', n, ${status}
      FROM generate_series(1, ${count}::int) AS n`);
    await payouts.service.db.execute(sql`INSERT INTO payout_announcement (plan_id) VALUES (${planId})`);
    return { planId, place: { campaignId, projectId } };
  };

  const setDeadline = async ({ campaignId, projectId }: Place, deadline: Date) => {
    const status = { deadlines: { claim_deadline: `${deadline.getTime()}000000` } };
    await payouts.service.db.execute(sql`
      INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address)
      VALUES (${campaignId}, 1, ${projectId}, ${CHAIN}, 'f', 'a') ON CONFLICT DO NOTHING`);
    await payouts.service.db.execute(sql`
      INSERT INTO escrow_state (campaign_id, attempt, address, entry, config, ownership, status, height, block_time)
      VALUES (${campaignId}, 1, 'a', '{}', '{}', '{}', ${JSON.stringify(status)}::jsonb, 1, now())
      ON CONFLICT (campaign_id, attempt) DO UPDATE SET status = excluded.status`);
  };
  const settle = (planId: string, ...outcomes: PayoutOutcome[]) =>
    inTx((tx) => payouts.service.get(PayoutStatusRepository).settle(tx, planId, outcomes));
  const failed = (address: string): PayoutOutcome => ({
    address,
    status: 'failed',
    txHash: null,
    payer: null,
    paidAt: null,
  });
  const paid = (address: string): PayoutOutcome => ({
    address,
    status: 'paid',
    txHash: TX_HASH,
    payer: addressOn(9),
    paidAt: new Date(),
  });

  it('notifies once of the final list and once of its approval, with the amount or why there is none', async () => {
    const { place, first, second, without } = await planned();
    await announce();
    await later();
    const listed = [
      [1, 'listed', first, '600'],
      [1, 'listed', second, '400'],
      [1, 'unlisted', without, 'no_payout_address'],
    ];
    expect(await notifications(place)).toEqual(listed);
    const [ready] = await payouts.plans(place);
    expect((await events(place))[0]).toMatchObject({ autoApproveAt: ready?.autoApproveAt });
    const { id } = await payouts.approve(place, 1);
    await announce();
    await later();
    expect(await notifications(place)).toEqual([
      ...listed,
      [1, 'projected', first, '600'],
      [1, 'projected', second, '400'],
    ]);
    const asset = { chainId: CHAIN, denom: 'ustake', symbol: 'STAKE', decimals: 6 };
    expect((await events(place))[0]).toMatchObject({ ...place, ...asset, planId: id, claimDeadline: null });
  });

  it('notifies of a payout with its transaction, and not of commits and resets', async () => {
    const { place, first } = await planned();
    const { id } = await payouts.approve(place, 1);
    await announce();
    const statuses = payouts.service.get(PayoutStatusRepository);
    await inTx((tx) => statuses.committed(tx, id, 'z'));
    await later();
    await inTx((tx) => statuses.reset(tx, id));
    await later();
    expect(await events(place)).toHaveLength(2);
    await settle(id, paid(addressOn(1)));
    await later();
    await later();
    expect((await events(place)).slice(2)).toMatchObject([
      { announced: 'paid', payouts: [{ userId: first, amount: '600', excludedReason: null, txHash: TX_HASH }] },
    ]);
  });

  it('notifies only of the payout when it was made before the notification of the plan', async () => {
    const { place, first, second, without } = await planned();
    const { id } = await payouts.approve(place, 1);
    await settle(id, paid(addressOn(1)));
    await announce();
    expect((await notifications(place)).map(([, ...rest]) => rest)).toEqual([
      ['projected', second, '400'],
      ['excluded', without, 'no_payout_address'],
      ['paid', first, '600'],
    ]);
  });

  it('notifies of a failed payout with the deadline, and again seven days before it, also after pauses moved it', async () => {
    const { planId, place } = await large(3);
    await announce();
    await settle(planId, failed('wasm11'), failed('wasm12'));
    await later();
    expect(await events(place)).toHaveLength(1);

    const deadline = new Date(Date.now() + 8 * DAY_MS);
    await setDeadline(place, deadline);
    await later();
    expect((await events(place)).slice(1)).toMatchObject([
      { announced: 'failed', claimDeadline: deadline.toISOString(), payouts: [{ amount: '1' }, { amount: '2' }] },
    ]);
    await setDeadline(place, new Date(Date.now() + 9 * DAY_MS));
    await later();
    expect(await events(place)).toHaveLength(2);

    await settle(planId, paid('wasm12'));
    const moved = new Date(Date.now() + 6.9 * DAY_MS);
    await setDeadline(place, moved);
    await later();
    expect((await events(place)).slice(2)).toMatchObject([
      { announced: 'paid', payouts: [{ amount: '2' }] },
      { announced: 'claim_ending', claimDeadline: moved.toISOString(), payouts: [{ amount: '1' }] },
    ]);
    await setDeadline(place, deadline);
    await later();
    await setDeadline(place, moved);
    await later();
    expect(await events(place)).toHaveLength(4);
  });

  it('notifies once of a skipped payout, with or without an earlier notification of the plan', async () => {
    const { planId, place } = await large(3);
    const skipped = (address: string): PayoutOutcome => ({
      address,
      status: 'skipped',
      txHash: null,
      payer: null,
      paidAt: null,
    });
    await settle(planId, skipped('wasm11'));
    await announce();
    await settle(planId, skipped('wasm12'));
    await later();
    await later();
    expect((await notifications(place)).map(([, announced, , amount]) => [announced, amount])).toEqual([
      ['projected', '2'],
      ['projected', '3'],
      ['skipped', '1'],
      ['skipped', '2'],
    ]);
  });

  it('notifies once of a payout that fails within seven days of the deadline, and once of its lapse', async () => {
    const { planId, place } = await large(3);
    await announce();
    await setDeadline(place, new Date(Date.now() + DAY_MS));
    await settle(planId, failed('wasm11'));
    await later();
    await later();
    expect((await events(place)).map(({ announced }) => announced)).toEqual(['projected', 'failed']);
    await setDeadline(place, new Date(Date.now() - 1_000));
    await settle(planId, failed('wasm12'));
    await later();
    await later();
    expect((await notifications(place)).slice(4).map(([, announced, , amount]) => [announced, amount])).toEqual([
      ['lapsed', '1'],
      ['lapsed', '2'],
    ]);
  });

  it('notifies of a void plan once the earners who were notified of their payout', async () => {
    const { planId, place } = await large(3);
    await settle(planId, paid('wasm13'));
    await announce();
    await payouts.service.db.execute(sql`UPDATE payout SET announced = NULL WHERE plan_id = ${planId} AND rank = 2`);
    await inTx((tx) => payouts.service.get(PayoutStatusRepository).void(tx, place.campaignId, 1));
    await later();
    await later();
    expect((await notifications(place)).slice(3).map(([, announced, , amount]) => [announced, amount])).toEqual([
      ['void', '1'],
    ]);
  });

  it('notifies the surviving account of a merge, also after several merges, and again after an undo', async () => {
    const { planId, place } = await large(3);
    const [first, second, third] = [1, 2, 3].map((n) => `svcuser_${String(n).padStart(32, '0')}`) as [
      ...[string, string, string],
    ];
    const last = `svcuser_${'f'.repeat(32)}`;
    const merged = await payouts.merge(first, second);
    const undone = await payouts.merge(second, last);
    await announce();
    expect((await notifications(place)).map(([, , userId]) => userId)).toEqual([last, last, third]);
    const own = (userId: string) => payouts.service.call(getOwnPayout, { campaignId: place.campaignId, userId });
    expect(await own(last)).toMatchObject({
      userId: first,
      amount: '1',
      mergedPayouts: [{ userId: second, amount: '2' }],
    });
    await payouts.undoMerge(undone);
    await settle(planId, paid('wasm11'));
    await later();
    expect((await notifications(place)).at(-1)).toEqual([1, 'paid', second, '1']);
    expect(await own(second)).toMatchObject({ userId: second, amount: '2', mergedPayouts: [{ userId: first }] });
    expect(await own(third)).toMatchObject({ userId: third, mergedPayouts: [] });
    await expect(own(last)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await payouts.undoMerge(merged);
    expect(await own(first)).toMatchObject({ userId: first, mergedPayouts: [] });
  });

  it('notifies each earner once, in pages of a bounded size, with concurrent replicas', async () => {
    const { place } = await large(2 * MAX_PAYOUTS_ANNOUNCED + 50);
    await announce();
    const pages = await events(place);
    expect(pages.map(({ payouts: rows }) => rows.length)).toEqual([MAX_PAYOUTS_ANNOUNCED, MAX_PAYOUTS_ANNOUNCED, 50]);
    expect(new Set(pages.flatMap(({ payouts: rows }) => rows.map(({ userId }) => userId))).size).toBe(450);
  });

  it('does not notify of a plan that was superseded before, between two pages or concurrently', async () => {
    const before = await planned();
    await payouts.approve(before.place, 1);
    const supersede = (tx: Pick<Tx, 'execute'>, { campaignId }: Place) =>
      tx.execute(sql`UPDATE payout_plan SET status = 'superseded' WHERE campaign_id = ${campaignId}`);
    await inTx((tx) => supersede(tx, before.place));
    await announce();
    expect(await notifications(before.place)).toEqual([]);

    const between = await large(MAX_PAYOUTS_ANNOUNCED + 50);
    await payouts.service.get(AnnouncePayouts).execute();
    await inTx((tx) => supersede(tx, between.place));
    await announce();
    expect(await notifications(between.place)).toHaveLength(MAX_PAYOUTS_ANNOUNCED);

    const meanwhile = await large(1);
    await inTx(async (tx) => {
      await supersede(tx, meanwhile.place);
      await announce();
    });
    await announce();
    expect(await notifications(meanwhile.place)).toEqual([]);
    expect(
      await payouts.service.db.rows(sql`
      SELECT FROM payout_announcement a JOIN payout_plan p ON p.id = a.plan_id WHERE p.status NOT IN ('ready', 'approved')`),
    ).toEqual([]);
  });

  it('notifies of each approved version of a plan', async () => {
    const { place, first } = await planned();
    await payouts.approve(place, 1);
    await announce();
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_plan SET status = 'rejected' WHERE campaign_id = ${place.campaignId}`);
    await payouts.work();
    await payouts.approve(place, 2);
    await announce();
    expect((await notifications(place)).filter(([, , userId]) => userId === first)).toEqual([
      [1, 'projected', first, '600'],
      [2, 'projected', first, '600'],
    ]);
  });

  it('checks a plan less and less often, until it is complete', async () => {
    const { planId, place } = await large(1);
    await announce();
    const pause = () =>
      payouts.service.db.row<{ seconds: number }>(sql`
        SELECT round(extract(epoch FROM due_at - now()))::int AS seconds FROM payout_announcement WHERE plan_id = ${planId}`);
    const look = async (age: string) => {
      await payouts.service.db.execute(sql`
        UPDATE payout_announcement SET due_at = now(), announced_at = now() - ${age}::interval WHERE plan_id = ${planId}`);
      await announce();
      return (await pause())?.seconds;
    };
    expect(await look('0 seconds')).toBe(5);
    expect(await look('1 hour')).toBe(60);
    expect(await look('3 days')).toBe(600);
    await setDeadline(place, new Date(Date.now() - 2 * DAY_MS));
    await settle(planId, failed('wasm11'));
    expect(await look('3 days')).toBeUndefined();
  });
});
