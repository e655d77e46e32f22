import { listPayoutDifferences } from '@questp/messages/escrow';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { escrowOps } from '../service.js';
import { MakePayoutPlans } from './make-payout-plans.js';
import { addressOn, CHAIN, daysAgo, ENDED, Payouts, POOL, type Place } from '../testing/payouts.fixture.js';
import { WatchCampaigns } from './watch-campaigns.js';

describe('the list of payouts of an ended campaign', () => {
  let payouts: Payouts;
  let second: TestService<object>;
  beforeAll(async () => {
    payouts = await Payouts.start();
    payouts.role('project_admin');
    second = await startTestService(escrowOps, { beside: payouts.service });
  }, 60_000);
  afterAll(async () => {
    await second.stop();
    await payouts.stop();
  });

  const schedules = ({ campaignId }: Place) => payouts.service.events('payout_schedule.changed', campaignId);
  const suspend = (userId: string) =>
    payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);

  it('the list of payouts is announced when the campaign ends, and frozen when its time comes', async () => {
    const place = await payouts.campaign();
    const userId = await payouts.earning(place, 10, 1);
    await payouts.submission(place, userId, daysAgo(3));
    const end = daysAgo(2);
    await payouts.end(place, end);
    await payouts.work();
    const after = (days: number) => new Date(end.getTime() + days * 86_400_000).toISOString();
    expect(await schedules(place)).toEqual([
      {
        ...{ ...place, endedAt: after(0), moderatorsFrom: after(8), freezesAt: after(11), approvesAt: after(14) },
        ...{ commitDeadline: null, undecided: 1 },
      },
    ]);
    expect(await payouts.versions(place)).toEqual([[1, 'preview', 'ready']]);
    const [preview] = await payouts.plans(place);
    expect(preview).toMatchObject({
      ...{ reviewUntil: after(11), objectUntil: after(14), autoApproveAt: after(14), commitDeadline: null },
    });
    expect(await payouts.rows(place, 1)).toMatchObject([{ status: 'projected' }]);
    await payouts.moveSchedule(place, -10);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[2, 'final', 'ready']]);
    expect(await payouts.rows(place, 2)).toMatchObject([{ status: 'pending' }]);
    expect(await schedules(place)).toHaveLength(1);
  });

  it('alerts operators once when more than a fifth of the submissions are undecided at the freeze', async () => {
    const frozenWith = async (undecided: number, decided: number) => {
      const place = await payouts.campaign(POOL, daysAgo(ENDED));
      const userId = await payouts.earning(place, 10, 1);
      for (let n = 0; n < undecided + decided; n += 1) await payouts.submission(place, userId, daysAgo(20));
      await payouts.quests.execute(sql`
        UPDATE submission SET status = 'rejected' WHERE id IN (
          SELECT id FROM submission WHERE campaign_id = ${place.campaignId} LIMIT ${decided})`);
      await payouts.work();
      await payouts.approvalComes(place);
      await payouts.work();
      return payouts.service.events('payouts.undecided', place.campaignId);
    };
    expect(await frozenWith(1, 4)).toEqual([]);
    expect(await frozenWith(2, 7)).toMatchObject([{ submitted: 9, undecided: 2 }]);
  });

  it('the list of payouts is read again and approved by the platform when its time has come', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    const [paid, late, suspended] = [
      await payouts.earning(place, 10, 1),
      await payouts.earning(place, 10, null),
      await payouts.earning(place, 20, 3),
    ];
    await payouts.work();
    expect(await payouts.outcome(place, 1)).toEqual({
      ...{ [paid]: '333', [late]: 'no_payout_address', [suspended]: '667' },
    });
    await payouts.choose(late, CHAIN, addressOn(2));
    await suspend(suspended);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[1, 'final', 'ready']]);
    await payouts.approvalComes(place);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([
      [2, 'final', 'approved'],
      [1, 'final', 'superseded'],
    ]);
    expect(await payouts.outcome(place, 2)).toEqual({
      ...{ [paid]: '500', [late]: '500', [suspended]: 'suspended' },
    });
    const [plan, first] = await payouts.plans(place);
    expect(plan).toMatchObject({ approvedBy: null, asOf: first?.asOf });
    expect(plan?.approvedAt).not.toBeNull();
    const { items } = await payouts.service.call(listPayoutDifferences, {
      ...{ ...place, planId: plan?.id ?? '', since: first?.id ?? '', limit: 10 },
    });
    expect(items.map(({ userId }) => userId).sort()).toEqual([paid, late, suspended].sort());
  });

  it('the announced version of the list stays when nothing has changed', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    await payouts.earning(place, 10, 1);
    await payouts.work();
    const [listed] = await payouts.plans(place);
    await payouts.approvalComes(place);
    await payouts.work();
    const [approved, ...others] = await payouts.plans(place);
    expect(others).toEqual([]);
    expect(approved).toMatchObject({ id: listed?.id, status: 'approved', approvedBy: null });
    expect(await payouts.service.events('payout_plan.changed', place.campaignId)).toMatchObject([
      { version: 1, status: 'ready', autoApproveAt: listed?.autoApproveAt },
      { version: 1, status: 'approved' },
    ]);
  });

  it('a payout list without payees is not approved, and is read again later', async () => {
    const place = await payouts.campaign(POOL, daysAgo(15));
    const userId = await payouts.earning(place, 10, null);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[1, 'final', 'ready']]);
    await payouts.choose(userId, CHAIN, addressOn(2));
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[1, 'final', 'ready']]);
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_plan SET list_read_at = list_read_at - interval '10 minutes' WHERE campaign_id = ${place.campaignId}`);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([
      [2, 'final', 'approved'],
      [1, 'final', 'superseded'],
    ]);
  });

  it('the list of payouts is approved once when two replicas approve it', async () => {
    const places = [];
    for (let n = 0; n < 4; n += 1) {
      const place = await payouts.campaign(POOL, daysAgo(ENDED));
      await payouts.earning(place, 10, 1);
      places.push(place);
    }
    await payouts.work();
    for (const place of places) await payouts.approvalComes(place);
    const replicas = [payouts.service, second];
    await Promise.all(replicas.map((replica) => replica.get(WatchCampaigns).execute()));
    await Promise.all(replicas.map((replica) => replica.get(MakePayoutPlans).execute()));
    for (const place of places) {
      expect(await payouts.versions(place)).toEqual([[1, 'final', 'approved']]);
      const events = await payouts.service.events('payout_plan.changed', place.campaignId);
      expect(events.map(({ status }) => status)).toEqual(['ready', 'approved']);
    }
  });
});
