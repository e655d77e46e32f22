import { getPayoutSchedule, movePayoutFreeze, type PayoutSchedule } from '@questp/messages/escrow';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { AnnouncePayouts } from '../distribution/announce-payouts.js';
import { escrowOps } from '../service.js';
import { ANN, BOB, by, refusal } from '../testing/console.fixture.js';
import { daysAgo, ENDED, Payouts, POOL, type Place } from '../testing/payouts.fixture.js';
import { WatchCampaigns } from './watch-campaigns.js';

const REASON = 'A third of the submissions is undecided.';
const client = { ip: '203.0.113.7', userAgent: 'Console/1' };

describe('the freeze of a list of payouts', () => {
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

  /** A campaign that ended so many days ago, with an earner. */
  const ended = async (days = ENDED) => {
    const place = await payouts.campaign(POOL, daysAgo(days));
    await payouts.earning(place, 10, 1);
    await payouts.work();
    return place;
  };
  const move = ({ campaignId }: Place, to: Date, adminId = ANN, on: TestService<object> = payouts.service) =>
    on.call(
      movePayoutFreeze,
      { campaignId, freezesAt: to.toISOString(), reason: REASON, adminId, client },
      by(adminId, 'adminMovePayoutFreeze'),
    );
  const schedule = ({ campaignId }: Place): Promise<PayoutSchedule> =>
    payouts.service.call(getPayoutSchedule, { campaignId }, by(ANN, 'adminGetPayoutSchedule'));

  it('the freeze of a list of payouts is moved after it came: decisions until the new time count, and the list that was frozen is superseded', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    const paid = await payouts.earning(place, 10, 1);
    const submissionId = await payouts.submission(place, paid, daysAgo(20));
    const late = await payouts.earning(place, 10, 2, { submissionId, at: daysAgo(0.5) });
    await payouts.work();
    expect(await payouts.outcome(place, 1)).toEqual({ [paid]: '1000' });
    const { approvesAt, movableTo } = await schedule(place);
    expect(movableTo).toBe(new Date(new Date(approvesAt).getTime() - 12 * 3_600_000).toISOString());

    const to = daysAgo(-1);
    const moved = await move(place, to);
    expect(moved).toMatchObject({ freezesAt: to.toISOString(), freezeMovedBy: ANN, movableTo: null, undecided: 1 });
    expect(await move(place, to)).toEqual(moved);
    expect(await refusal(payouts.approve(place, 1))).toBe('PLAN_NOT_CURRENT');
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([
      [2, 'preview', 'ready'],
      [1, 'final', 'superseded'],
    ]);
    expect(await payouts.outcome(place, 2)).toEqual({ [paid]: '500', [late]: '500' });
    expect((await payouts.plans(place))[0]).toMatchObject({
      reviewUntil: to.toISOString(),
      reviewMovedAt: moved.freezeMovedAt,
      autoApproveAt: moved.approvesAt,
    });
    expect((await payouts.service.events('payout_schedule.changed', place.campaignId)).at(-1)).toMatchObject({
      ...{ freezesAt: to.toISOString(), approvesAt: moved.approvesAt, isFreezeMoved: true },
    });
    expect(await payouts.service.events('payouts.intervened', place.campaignId)).toEqual([
      { campaignId: place.campaignId, step: 'freeze_moved', reason: REASON, adminId: ANN, client },
    ]);
    while (await payouts.service.get(AnnouncePayouts).execute());
    expect((await payouts.service.events('payouts.announced', place.campaignId)).at(-1)).toMatchObject({
      ...{ version: 2, announced: 'interim', movedFreezeAt: to.toISOString(), autoApproveAt: moved.approvesAt },
    });

    await payouts.moveSchedule(place, -1);
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([
      [3, 'final', 'ready'],
      [1, 'final', 'superseded'],
    ]);
    expect(await payouts.outcome(place, 3)).toEqual({ [paid]: '500', [late]: '500' });
    expect(await payouts.service.events('payouts.undecided', place.campaignId)).toHaveLength(1);
  });

  it('the freeze of a list of payouts is moved before it comes as well', async () => {
    const place = await ended(5);
    const to = daysAgo(-8);
    expect(await move(place, to)).toMatchObject({ freezesAt: to.toISOString() });
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[2, 'preview', 'ready']]);
  });

  it('takes a final plan back that is requested and not made yet', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    await payouts.earning(place, 10, 1);
    await payouts.service.get(WatchCampaigns).execute();
    expect(await payouts.versions(place)).toEqual([[1, 'final', 'requested']]);
    await move(place, daysAgo(-1));
    await payouts.work();
    expect(await payouts.versions(place)).toEqual([[1, 'preview', 'ready']]);
  });

  it('the freeze of a list of payouts is moved neither to an earlier time nor beyond twelve hours before the approval', async () => {
    const place = await ended();
    const { movableTo } = await schedule(place);
    const latest = new Date(movableTo ?? 0);
    const wrong = [daysAgo(2), daysAgo(0.001), new Date(latest.getTime() + 1), daysAgo(-60)];
    for (const to of wrong) expect(await refusal(move(place, to))).toBe('VALIDATION_FAILED');
    expect(await schedule(place)).toMatchObject({ freezeMovedBy: null, movableTo });
    expect(await move(place, latest)).toMatchObject({ freezesAt: movableTo, movableTo: null });
  });

  it('the freeze of a list of payouts is moved once, by whichever operator is first', async () => {
    const place = await ended();
    const answers = await Promise.all(
      [ANN, BOB, ANN, BOB].map((adminId, n) =>
        refusal(move(place, daysAgo(-1 - n / 100), adminId, n % 2 === 0 ? payouts.service : second)),
      ),
    );
    expect(answers.toSorted()).toEqual([
      'FREEZE_ALREADY_MOVED',
      'FREEZE_ALREADY_MOVED',
      'FREEZE_ALREADY_MOVED',
      undefined,
    ]);
    expect(await payouts.service.events('payouts.intervened', place.campaignId)).toHaveLength(1);
    expect(await refusal(move(place, daysAgo(-1.2), BOB))).toBe('FREEZE_ALREADY_MOVED');
  });

  it('the freeze of a list of payouts stays once a list is approved, also after the approval was withdrawn', async () => {
    const place = await ended();
    await payouts.approve(place, 1);
    expect(await refusal(move(place, daysAgo(-1)))).toBe('FREEZE_FIXED');
    expect(await schedule(place)).toMatchObject({ movableTo: null });
    await payouts.service
      .asOwner()
      .execute(sql`UPDATE payout_plan SET status = 'rejected' WHERE campaign_id = ${place.campaignId}`);
    expect(await refusal(move(place, daysAgo(-1)))).toBe('FREEZE_FIXED');
  });

  it('the freeze of a campaign that has not ended cannot be moved', async () => {
    const place = await payouts.campaign();
    expect(await refusal(move(place, daysAgo(-1)))).toBe('NOT_FOUND');
    expect(await refusal(schedule({ ...place, campaignId: newId() }))).toBe('NOT_FOUND');
  });
});
