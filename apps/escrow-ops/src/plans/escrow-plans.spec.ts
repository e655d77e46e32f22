import { text } from 'node:stream/consumers';
import { fetchBytes } from '@questp/bytes';
import { readAllocationFile } from '@questp/escrow-client';
import { getPayoutSchedule, listAllocations, movePayoutFreeze, openAllocation } from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { ANN, by } from '../testing/console.fixture.js';
import { addressOn, CHAIN, daysAgo, ENDED, Payouts, POOL, type Place } from '../testing/payouts.fixture.js';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const AUTOMATIC = { ...POOL, mode: 'automatic' };
const ROLES = { operator: addressOn(101), pauser: addressOn(102), guardian: addressOn(103), treasury: addressOn(104) };
const OWNER = addressOn(100);
const [FACTORY, ESCROW] = [addressOn(105), addressOn(106)];
const nanoseconds = (at: Date) => `${at.getTime()}000000`;

describe('payout plans of an escrow', () => {
  let payouts: Payouts;
  beforeAll(async () => {
    payouts = await Payouts.start();
    payouts.role('project_admin');
  }, 60_000);
  afterAll(() => payouts.stop());

  /** What the follower reads from the chain. */
  const escrow = async (place: Place, status: object, options: { attempt?: number; roles?: object | null } = {}) => {
    const { attempt = 1, roles = ROLES } = options;
    const { campaignId, projectId } = place;
    const parameters = { fee_bps: 500, max_share_bps: 6_000, min_payout: '10' };
    const config = { owner: OWNER, asset: { native: { denom: 'ureal' } }, parameters, roles };
    const deadlines = { ends_at: nanoseconds(daysAgo(ENDED)), commit_deadline: nanoseconds(daysAgo(ENDED - 30)) };
    const all = {
      phase: 'ended',
      funded_total: '2000',
      balance: '2000',
      version: 1,
      finalized: null,
      deadlines,
      ...status,
    };
    await payouts.service.asOwner().transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address)
        VALUES (${campaignId}, ${attempt}, ${projectId}, ${CHAIN}, ${FACTORY}, ${ESCROW}) ON CONFLICT DO NOTHING`);
      await tx.execute(sql`
        INSERT INTO escrow_state (campaign_id, attempt, address, entry, config, ownership, status, height, block_time)
        VALUES (${campaignId}, ${attempt}, ${ESCROW}, '{}', ${JSON.stringify(config)}::jsonb,
          ${JSON.stringify({ owner: OWNER })}::jsonb, ${JSON.stringify(all)}::jsonb, 7, now())
        ON CONFLICT (campaign_id, attempt) DO UPDATE SET config = EXCLUDED.config, status = EXCLUDED.status`);
    });
  };
  const versions = async (place: Place) =>
    (await payouts.plans(place)).map(({ version, status, pool }) => [version, status, pool?.gross]);
  /** An ended campaign whose escrow holds 2,000, with an approved plan. */
  const approved = async () => {
    const place = await payouts.campaign(AUTOMATIC);
    const users = [await payouts.earning(place, 30, 1), await payouts.earning(place, 10, 2)];
    await payouts.end(place, daysAgo(ENDED));
    await escrow(place, {});
    await payouts.work();
    await payouts.approve(place, 1);
    return { place, users };
  };
  const file = async (campaignId: string, version?: number) => {
    const { url, etag } = await payouts.service.call(openAllocation, { campaignId, ...(version && { version }) });
    const content: unknown = JSON.parse(await text(await fetchBytes(url, new AbortController().signal)));
    return { content, etag };
  };

  it('payout plans follow the settings until the escrow is funded, then the terms of the escrow', async () => {
    const place = await payouts.campaign(AUTOMATIC);
    await payouts.earning(place, 30, 1);
    await payouts.earning(place, 10, 2);
    expect((await payouts.plan(place)).pool).toMatchObject({ gross: '1000', denom: 'ustake', attempt: null });
    await payouts.service.asOwner().execute(sql`UPDATE payout_plan SET planned_at = planned_at - interval '1 minute'`);
    await escrow(place, { phase: 'active', funded_total: '2000', balance: '1999' });
    expect(await payouts.plan(place)).toMatchObject({
      ...{ kind: 'preview', isExact: true, total: '1900', fee: '99', leftover: '0' },
      pool: {
        ...{ attempt: 1, allocationVersion: 1, gross: '1999', feeBps: 500, maxFee: '99', distributable: '1900' },
        ...{ maxShareBps: 6_000, cap: '1140', minPayout: '10', denom: 'ureal', symbol: 'STAKE' },
      },
    });
  });

  it('payout plans are final once the escrow takes an allocation', async () => {
    const place = await payouts.campaign(AUTOMATIC, daysAgo(ENDED));
    await payouts.earning(place, 30, 1);
    await payouts.work();
    expect(await versions(place)).toEqual([]);
    await escrow(place, { phase: 'active' });
    await payouts.work();
    expect(await versions(place)).toEqual([]);
    await escrow(place, {}, { roles: null });
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'requested', undefined]]);
    await escrow(place, {});
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'ready', '2000']]);
  });

  it('exclude users with a role in the contracts', async () => {
    const place = await payouts.campaign(AUTOMATIC, daysAgo(ENDED));
    const paid = await payouts.earning(place, 1, 1);
    const others = [];
    for (const key of [100, 101, 102, 103, 104, 105, 106]) others.push(await payouts.earning(place, 1, key));
    await escrow(place, {});
    await payouts.work();
    expect(await payouts.outcome(place, 1)).toEqual({
      [paid]: '1140',
      ...Object.fromEntries(others.map((userId) => [userId, 'forbidden_address'])),
    });
  });

  it('a payout plan is made and approved again with the same list when the pool changes', async () => {
    const { place, users } = await approved();
    const [userId = ''] = users;
    await payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);
    await escrow(place, { balance: '1000' });
    await payouts.work();
    await payouts.work();
    expect(await versions(place)).toEqual([
      [2, 'ready', '1000'],
      [1, 'superseded', '2000'],
    ]);
    const [second, first] = await payouts.plans(place);
    expect(second).toMatchObject({ listSha256: first?.listSha256, asOf: first?.asOf, total: '950', approvedAt: null });
    expect(await payouts.outcome(place, 2)).toMatchObject({ [userId]: '570' });
    expect(await payouts.outcome(place, 1)).toMatchObject({ [userId]: '1140' });
  });

  it('a payout plan stays when the operator resets the allocation; a new list replaces a rejected one', async () => {
    const { place, users } = await approved();
    const [userId = ''] = users;
    await escrow(place, { version: 2 });
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'approved', '2000']]);
    const [plan] = await payouts.plans(place);
    await escrow(place, { phase: 'challenge', version: 2, finalized: { allocation_sha256: plan?.allocationSha256 } });
    await payouts.work();
    expect((await payouts.plans(place))[0]?.finalizedAt).not.toBeNull();
    await payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);
    await escrow(place, { version: 3 });
    await payouts.work();
    expect(await versions(place)).toEqual([
      [2, 'ready', '2000'],
      [1, 'rejected', '2000'],
    ]);
    expect(await payouts.outcome(place, 2)).toMatchObject({ [userId]: 'suspended' });
    const { items } = await payouts.service.call(listAllocations, { campaignId: place.campaignId, limit: 10 });
    expect(items.map(({ version, status }) => [version, status])).toEqual([
      [2, 'listed'],
      [1, 'rejected'],
    ]);
    expect(readAllocationFile((await file(place.campaignId, 1)).content)).toHaveLength(2);
    expect(readAllocationFile((await file(place.campaignId)).content)).toHaveLength(1);
  });

  it('payout plans keep the time between a moved freeze and the approval when a pause moves the deadline', async () => {
    const place = await payouts.campaign(AUTOMATIC, daysAgo(ENDED));
    await payouts.earning(place, 30, 1);
    await escrow(place, {});
    await payouts.work();
    const { campaignId } = place;
    const schedule = () => payouts.service.call(getPayoutSchedule, { campaignId }, by(ANN, 'adminGetPayoutSchedule'));
    const { movableTo } = await schedule();
    const to = { campaignId, freezesAt: movableTo ?? '', reason: 'Reviews are late.', adminId: ANN };
    const moved = await payouts.service.call(movePayoutFreeze, to, by(ANN, 'adminMovePayoutFreeze'));
    const dayLater = (time: string) => new Date(new Date(time).getTime() + 86_400_000).toISOString();
    const deadlines = {
      ends_at: nanoseconds(daysAgo(ENDED)),
      commit_deadline: nanoseconds(new Date(dayLater(moved.commitDeadline ?? ''))),
    };
    await escrow(place, { deadlines });
    await payouts.work();
    expect(await schedule()).toMatchObject({
      ...{ freezesAt: dayLater(moved.freezesAt), approvesAt: dayLater(moved.approvesAt) },
      ...{ freezeMovedAt: moved.freezeMovedAt, movableTo: null },
    });
    const again = { ...to, freezesAt: dayLater(dayLater(moved.freezesAt)) };
    const call = payouts.service.call(movePayoutFreeze, again, by(ANN, 'adminMovePayoutFreeze'));
    expect(await refusal(call)).toBe('FREEZE_ALREADY_MOVED');
  });

  it('payout plans of an escrow are made anew for the next funding attempt', async () => {
    const { place } = await approved();
    await escrow(place, { phase: 'cancelled', balance: '0' });
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'approved', '2000']]);
    await escrow(place, { funded_total: '500', balance: '500' }, { attempt: 2 });
    await payouts.work();
    expect((await payouts.plans(place))[0]).toMatchObject({
      version: 2,
      status: 'ready',
      pool: { attempt: 2, gross: '500' },
    });
  });

  it('a payout plan is public as an allocation file from the freeze on', async () => {
    const place = await payouts.campaign(AUTOMATIC, daysAgo(ENDED));
    await payouts.earning(place, 30, 1);
    await payouts.earning(place, 10, 2);
    expect(await refusal(file(place.campaignId))).toBe('NOT_FOUND');
    expect(await refusal(file(place.campaignId, 1))).toBe('NOT_FOUND');
    await escrow(place, {});
    await payouts.work();
    const listed = await payouts.service.call(listAllocations, { campaignId: place.campaignId, limit: 10 });
    expect(listed.items).toMatchObject([{ version: 1, status: 'listed', approvedAt: null }]);
    await payouts.approve(place, 1);
    const [plan] = await payouts.plans(place);
    const { content, etag } = await file(place.campaignId);
    expect(content).toMatchObject({
      schema: 'svc.escrow.allocation/v1',
      weight_unit: 'adjusted',
      sha256: plan?.allocationSha256,
    });
    const entries = [
      { address: addressOn(1), weight: 1_140n, dp: 30n },
      { address: addressOn(2), weight: 760n, dp: 10n },
    ];
    expect(readAllocationFile(content)).toEqual(entries.sort((a, b) => (a.address < b.address ? -1 : 1)));
    const reader = { caller: 'x', isAnonymous: true, headersOnly: false, knownEtags: [etag ?? ''] };
    const { campaignId } = place;
    expect(await payouts.service.call(openAllocation, { campaignId, reader })).toEqual({
      fileName: 'allocation.json',
      etag,
    });
    const { items } = await payouts.service.call(listAllocations, { campaignId, limit: 10 });
    expect(items).toMatchObject([{ version: 1, status: 'planned', entries: 2, total: '1900', finalizedAt: null }]);
  });

  it('a payout plan of a manual campaign is not public', async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    await payouts.earning(place, 30, 1);
    await payouts.work();
    await payouts.approve(place, 1);
    expect(await refusal(file(place.campaignId))).toBe('NOT_FOUND');
    expect(await payouts.service.call(listAllocations, { campaignId: place.campaignId, limit: 10 })).toMatchObject({
      items: [],
    });
  });
});
