import { findMailAddresses } from '@questp/messages/identity';
import {
  listNotifications,
  setNotificationPreferences,
  unsubscribePath,
  UNSUBSCRIBE_TOKEN_LENGTH,
  NOTIFICATION_TYPES,
} from '@questp/messages/notifier';
import { getPoolAudience, type PoolAudience } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { MAX_ITEMS } from '../digests/digests.repository.js';
import { unsubscribeToken } from '../digests/unsubscribe-token.js';
import { NotifierEvents } from '../notifier-events.js';
import { notifier } from '../service.js';
import {
  A_POOL,
  A_REISSUED_TICKET,
  A_VOID_TICKET,
  anEscrowEvent,
  announcedPayouts,
  anObjectionEvent,
  aPlanEvent,
  A_SCHEDULE,
} from '../testing/pool-events.fixture.js';

const DEADLINE = '2026-05-08T12:00:00.000Z';

describe('notifications about reward pools', () => {
  let service: TestService<object>;
  let pool: PoolAudience | null;
  let users = 0;
  const newUser = () => `svcuser_${String((users += 1)).padStart(32, '0')}`;
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    service = await startTestService(notifier, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    service.bus.answer(getPoolAudience, () => ({ pool }));
    service.bus.answer(findMailAddresses, () => ({ items: [], nextCursor: null }));
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    [ann, bob] = [newUser(), newUser()];
    pool = { ...A_POOL, userIds: [ann, bob] };
    service.bus.calls.length = 0;
  });

  const list = async (userId: string) => (await service.call(listNotifications, { userId, limit: 100 })).items;
  const typesOf = async (userId: string) => (await list(userId)).map(({ type }) => type).toReversed();
  const queued = async (userId: string) =>
    (
      await service.db.rows<{ type: string }>(sql`SELECT type FROM digest_item WHERE user_id = ${userId} ORDER BY id`)
    ).map(({ type }) => type);
  const escrow = (
    change: 'funded' | 'topped_up' | 'finalized' | 'disputed' | 'rejected' | 'refunded',
    event = anEscrowEvent(),
  ) => service.deliver(NotifierEvents, `escrow.${change}`, event);
  const moves = (phase: 'cancelled' | 'expired' | 'completed' | 'active') =>
    service.deliver(NotifierEvents, 'escrow.phase_changed', { ...anEscrowEvent({ phase }), previousPhase: 'upcoming' });

  it('notifies every member of a team, in the app and by mail, of each event of its pool', async () => {
    for (const change of ['funded', 'topped_up', 'finalized', 'disputed', 'rejected', 'refunded'] as const)
      await escrow(change);
    for (const phase of ['cancelled', 'expired', 'completed'] as const) await moves(phase);
    await service.deliver(NotifierEvents, 'ticket.voided', A_VOID_TICKET);
    await service.deliver(NotifierEvents, 'ticket.reissued', A_REISSUED_TICKET);
    await service.deliver(NotifierEvents, 'payout_schedule.changed', A_SCHEDULE);
    await service.deliver(NotifierEvents, 'payout_plan.changed', aPlanEvent());
    const types = [
      ...['funded', 'topped_up', 'finalized', 'disputed', 'rejected', 'refunded'],
      ...['cancelled', 'expired', 'completed', 'ticket_voided', 'ticket_reissued'],
    ].map((change) => `escrow.${change}`);
    for (const userId of [ann, bob]) {
      expect(await typesOf(userId)).toEqual([...types, 'payout_schedule.changed', 'payout_plan.ready']);
      expect(await queued(userId)).toEqual([...types, 'payout_schedule.changed', 'payout_plan.ready']);
    }
    const [schedule] = (await list(ann)).filter(({ type }) => type === 'payout_schedule.changed');
    expect(schedule?.body).toMatch(/3 undecided submissions.*May 1, 2026.*May 8, 2026/);
    const [finalized] = (await list(ann)).filter(({ type }) => type === 'escrow.finalized');
    expect(finalized).toMatchObject({
      params: { campaignTitle: 'Spring', deadline: DEADLINE },
      data: { escrow: 'neutron1escrow', chainId: 'neutron-1' },
    });
  });

  it('notifies the team of a moved freeze and a withdrawn approval, and earners of the deadline for decisions', async () => {
    await service.deliver(NotifierEvents, 'payout_schedule.changed', { ...A_SCHEDULE, isFreezeMoved: true });
    const withdrawn = aPlanEvent({ status: 'rejected', isWithdrawn: true });
    await service.deliver(NotifierEvents, 'payout_plan.changed', withdrawn);
    expect((await list(ann)).map(({ template }) => template).toSorted()).toEqual([
      'payout_freeze_moved',
      'payout_plan_withdrawn',
    ]);
    const interim = { ...announcedPayouts('interim', [{ userId: bob }]), movedFreezeAt: A_SCHEDULE.freezesAt };
    await service.deliver(NotifierEvents, 'payouts.announced', interim);
    expect((await list(bob)).find(({ type }) => type === 'payout.interim')?.body).toMatch(
      /reviews until May 1, 2026 at 12:00 UTC can still change it.* 12\.5 NTRN .*May 8, 2026/,
    );
  });

  it('are sent to the team when its objection is decided, and not when it is made', async () => {
    await service.deliver(NotifierEvents, 'payout_objection.changed', anObjectionEvent());
    expect(await list(ann)).toEqual([]);
    const upheld = anObjectionEvent({ state: 'upheld', decisionReason: 'Both were reversed.' });
    await service.deliver(NotifierEvents, 'payout_objection.changed', upheld);
    await service.deliver(NotifierEvents, 'payout_objection.changed', anObjectionEvent({ state: 'dismissed' }));
    expect((await list(ann)).map(({ template }) => template).toSorted()).toEqual([
      'payout_objection_unanswered',
      'payout_objection_upheld',
    ]);
  });

  it('sends no notification for previews, decided plans and phases that an escrow leaves', async () => {
    await service.deliver(NotifierEvents, 'payout_plan.changed', aPlanEvent({ kind: 'preview' }));
    for (const status of ['approved', 'rejected'] as const)
      await service.deliver(NotifierEvents, 'payout_plan.changed', aPlanEvent({ status }));
    await moves('active');
    expect(await list(ann)).toEqual([]);
    expect(service.bus.calls).toEqual([]);
  });

  it('are not sent after the campaign was deleted', async () => {
    pool = null;
    await escrow('funded');
    await service.deliver(NotifierEvents, 'payouts.announced', announcedPayouts('paid', [{ userId: ann }]));
    expect(await list(ann)).toEqual([]);
  });

  it('are updated instead of repeated while unread when a pool is topped up several times', async () => {
    await escrow('topped_up');
    await escrow('topped_up', anEscrowEvent({ fundedTotal: '250500001' }));
    expect(await list(ann)).toMatchObject([{ params: { amount: '250.500001', symbol: 'NTRN' } }]);
    expect(await queued(ann)).toEqual(['escrow.topped_up']);
  });

  it('notifies each earner of their payout, except where they muted it', async () => {
    const cleo = newUser();
    const muted = { mutedInApp: ['payout.paid' as const], mailed: [] };
    await service.call(setNotificationPreferences, { userId: cleo, ...muted });
    const txHash = 'CD'.repeat(32);
    const event = announcedPayouts('paid', [
      { userId: ann, amount: '1', txHash },
      { userId: bob, amount: '2000000' },
      { userId: cleo },
    ]);
    await service.deliver(NotifierEvents, 'payouts.announced', event);
    expect(await list(ann)).toMatchObject([
      {
        ...{ type: 'payout.paid', template: 'payout_paid_transaction' },
        params: { campaignTitle: 'Spring', amount: '0.000001', symbol: 'NTRN', txHash },
        data: { campaignId: event.campaignId, planId: event.planId, chainId: 'neutron-1', txHash },
      },
    ]);
    expect(await list(bob)).toMatchObject([{ template: 'payout_paid', params: { amount: '2' } }]);
    expect(await list(cleo)).toEqual([]);
    expect([await queued(ann), await queued(bob), await queued(cleo)]).toEqual([['payout.paid'], ['payout.paid'], []]);
    expect(await service.events('notification.created', ann)).toMatchObject([{ userId: ann, kind: 'payout.paid' }]);
  });

  it('notifies an earner of an exclusion, a failed payout and the end of a claim, each with its own text', async () => {
    const excluded = { userId: ann, amount: null, excludedReason: 'no_payout_address' } as const;
    await service.deliver(NotifierEvents, 'payouts.announced', announcedPayouts('excluded', [excluded]));
    const kinds = ['interim', 'address_missing', 'listed', 'projected', 'failed', 'claim_ending', 'skipped'] as const;
    for (const announced of kinds)
      await service.deliver(NotifierEvents, 'payouts.announced', announcedPayouts(announced, [{ userId: bob }]));
    expect(await list(ann)).toMatchObject([{ params: { excludedReason: 'no_payout_address' } }]);
    expect(await typesOf(bob)).toEqual(kinds.map((announced) => `payout.${announced}`));
  });

  it('notifies an account of its payout and of the payout of an account that was merged into it', async () => {
    const payouts = [
      { userId: ann, amount: '1000000' },
      { userId: ann, amount: '2000000' },
    ];
    await service.deliver(NotifierEvents, 'payouts.announced', announcedPayouts('paid', payouts));
    expect((await list(ann)).map(({ params }) => params.amount).sort()).toEqual(['1', '2']);
    expect(await queued(ann)).toEqual(['payout.paid', 'payout.paid']);
  });

  it('fit the unsubscribe link of a mail with the longest types', () => {
    const longest = [...NOTIFICATION_TYPES].sort((a, b) => b.length - a.length).slice(0, MAX_ITEMS);
    const token = unsubscribeToken({ userId: ann, topics: longest }, Buffer.alloc(32));
    expect(token.length).toBeLessThanOrEqual(UNSUBSCRIBE_TOKEN_LENGTH);
    // A line of a mail has at most 998 characters (RFC 5322 2.1.1).
    expect(`List-Unsubscribe: <https://${'a'.repeat(200)}${unsubscribePath(token)}>`.length).toBeLessThan(998);
  });
});
