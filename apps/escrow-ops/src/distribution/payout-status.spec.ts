import { newId, sql, type Tx } from '@questp/postgres';
import { Payouts, addressOn, CHAIN, type Place } from '../testing/payouts.fixture.js';
import { PayoutStatusRepository } from './payout-status.repository.js';

describe('the status of payouts', () => {
  let payouts: Payouts;
  let statuses: PayoutStatusRepository;
  let place: Place;
  let planId: string;
  /** In the order of commits. */
  const addresses = [1, 2, 3].map((key) => addressOn(key)).sort();
  const [first = '', second = '', third = ''] = addresses;

  beforeAll(async () => {
    payouts = await Payouts.start();
    payouts.role('project_admin');
    statuses = payouts.service.get(PayoutStatusRepository);
  }, 60_000);
  beforeEach(async () => {
    place = await payouts.campaign();
    for (const key of [1, 2, 3]) {
      const userId = await payouts.earner([{ chainId: CHAIN, address: addressOn(key) }]);
      await payouts.credit(place, userId, 10);
    }
    await payouts.credit(place, await payouts.earner([]), 10);
    await payouts.end(place);
    await payouts.work();
    planId = await payouts.idOf(place, 1);
  });
  afterAll(() => payouts.stop());

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => payouts.service.db.transaction(work);
  const rows = async () => {
    const all = await payouts.rows(place, 1);
    return Object.fromEntries(all.map(({ address, status, txHash }) => [address ?? '', [status, txHash]]));
  };
  const announcements = () => payouts.service.events('payouts.changed', place.campaignId);
  const txHash = 'AB'.repeat(32);
  const paid = (address: string) => ({
    address,
    status: 'paid' as const,
    txHash,
    payer: addressOn(9),
    paidAt: new Date(),
  });
  const failed = (address: string) => ({ address, status: 'failed' as const, txHash: null, payer: null, paidAt: null });

  it('follows commits, resets and outcomes, and is published once for each change', async () => {
    await inTx((tx) => statuses.committed(tx, planId, second));
    await inTx((tx) => statuses.committed(tx, planId, second));
    expect(await rows()).toEqual({
      ...{ [first]: ['committed', null], [second]: ['committed', null], [third]: ['pending', null] },
      '': ['excluded', null],
    });
    await inTx((tx) => statuses.reset(tx, planId));
    await inTx((tx) => statuses.committed(tx, planId, third));
    expect(await inTx((tx) => statuses.settle(tx, planId, [paid(first), failed(second)]))).toBe(2);
    expect(await inTx((tx) => statuses.settle(tx, planId, [paid(first), failed(second)]))).toBe(0);
    expect(await rows()).toEqual({
      ...{ [first]: ['paid', txHash], [second]: ['failed', null], [third]: ['committed', null] },
      '': ['excluded', null],
    });
    expect((await announcements()).map(({ changed }) => changed)).toEqual([2, 2, 3, 2]);
    expect((await announcements())[0]).toEqual({ ...place, version: 1, changed: 2 });
  });

  it('a failed payout can be paid later, and a paid one does not change', async () => {
    await inTx((tx) => statuses.settle(tx, planId, [failed(first)]));
    await inTx((tx) => statuses.settle(tx, planId, [paid(first)]));
    await inTx((tx) => statuses.settle(tx, planId, [failed(first)]));
    await inTx((tx) => statuses.reset(tx, planId));
    expect((await rows())[first]).toEqual(['paid', txHash]);
  });

  it('payouts of another plan do not change', async () => {
    await inTx((tx) => statuses.settle(tx, newId(), [paid(first)]));
    expect((await rows())[first]).toEqual(['pending', null]);
    expect(await announcements()).toEqual([]);
    const view = await payouts.service.db.rows<{ status: string }>(
      sql`SELECT status FROM published_payout_v1 WHERE campaign_id = ${place.campaignId} ORDER BY rank`,
    );
    expect(view.map(({ status }) => status).sort()).toEqual(['excluded', 'pending', 'pending', 'pending']);
  });
});
