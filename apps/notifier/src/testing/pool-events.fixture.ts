import type { EscrowState } from '@questp/messages/escrow';
import type { EventTypes } from '@questp/messages/tables';

const AT = '2026-05-01T12:00:00.000Z';
const DEADLINE = '2026-05-08T12:00:00.000Z';
const PLACE = {
  projectId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a01',
  campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02',
};
const PLAN = { ...PLACE, planId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a03', version: 2 };

export const A_POOL = { campaignTitle: 'Spring', symbol: 'NTRN', decimals: 6 };

const STATE: EscrowState = {
  ...{ attempt: 1, chainId: 'neutron-1', factory: 'neutron1factory', address: 'neutron1escrow' },
  ...{ asset: { kind: 'native', id: 'untrn' }, createdAt: AT, phase: 'challenge' },
  deadlines: { startsAt: AT, endsAt: AT, commitDeadline: AT, challengeEndsAt: DEADLINE, claimDeadline: null },
  ...{ paused: false, pausedUntil: null },
  ownership: { owner: 'neutron1owner', pendingOwner: null, pendingUntil: null },
  ...{ fundedTotal: '250500000', balance: '250500000', version: 1, finalized: null },
  dispute: { raisedAt: AT, reason: 'The third address is not a participant.', expiresAt: DEADLINE, resolvedAt: null },
  payouts: {
    ...{ entries: 0, examined: 0, paid: 0, paidTotal: '0', failed: 0, failedTotal: '0', skipped: 0, skippedTotal: '0' },
    ...{ feePaid: '0', refundedTotal: '1000001' },
  },
  ...{ completedAt: null, cancelledAt: null, missingSince: null, height: 1, blockTime: AT, readAt: AT },
};

export const anEscrowEvent = (change: Partial<EscrowState> = {}): EventTypes['escrow.funded'] => ({
  ...PLACE,
  escrow: { ...STATE, ...change },
});

export const aPlanEvent = (change: Partial<EventTypes['payout_plan.changed']> = {}) => ({
  ...({ ...PLAN, kind: 'final', status: 'ready', autoApproveAt: DEADLINE } as const),
  ...change,
});

export const anObjectionEvent = (change: Partial<EventTypes['payout_objection.changed']> = {}) => ({
  ...({ ...PLAN, objectionId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a04', state: 'open', decisionReason: null } as const),
  ...change,
});

export const A_VOID_TICKET: EventTypes['ticket.voided'] = {
  ...{ ...PLACE, userId: `svcuser_${'0'.repeat(32)}`, attempt: 1 },
  reason: 'The factory has another ticket signer.',
};

export const A_REISSUED_TICKET: EventTypes['ticket.reissued'] = {
  ...{ ...PLACE, userId: `svcuser_${'0'.repeat(32)}`, attempt: 1 },
  expiresAt: DEADLINE,
};

export const A_SCHEDULE: EventTypes['payout_schedule.changed'] = {
  ...PLACE,
  ...{ endedAt: AT, moderatorsFrom: AT, freezesAt: AT, approvesAt: DEADLINE, commitDeadline: DEADLINE, undecided: 3 },
};

const IN_LIST: readonly string[] = ['interim', 'address_missing', 'listed', 'unlisted'];

type Announced = EventTypes['payouts.announced'];

export const announcedPayouts = (
  announced: Announced['announced'],
  payouts: (Pick<Announced['payouts'][number], 'userId'> & Partial<Announced['payouts'][number]>)[],
): Announced => ({
  ...{ ...PLAN, chainId: 'neutron-1', denom: 'untrn', symbol: 'NTRN', decimals: 6, announced },
  claimDeadline: announced === 'failed' || announced === 'claim_ending' ? DEADLINE : null,
  autoApproveAt: IN_LIST.includes(announced) ? DEADLINE : null,
  payouts: payouts.map((payout, index) => ({
    rank: index + 1,
    amount: '12500000',
    excludedReason: null,
    txHash: null,
    ...payout,
  })),
});
