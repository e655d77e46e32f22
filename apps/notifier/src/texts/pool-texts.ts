import type { AnnouncedPayout } from '@questp/messages/escrow';
import type { NotificationParams } from '@questp/messages/notifier';
import { MAX_WAITING_COUNTED } from '@questp/messages/shared';
import type { PoolAudience } from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import { toDecimal } from './amounts.js';
import { worded, type NotificationText } from './worded.js';

/** A reward pool and its campaign. */
type Pool = Pick<PoolAudience, 'campaignTitle' | 'symbol' | 'decimals'>;
type Snapshot = EventTypes['escrow.funded'];

/** Phases in which an escrow ends. */
export const ESCROW_ENDS = ['cancelled', 'expired', 'completed'] as const;
type EscrowEnd = (typeof ESCROW_ENDS)[number];
type Change = 'funded' | 'topped_up' | 'refunded' | 'finalized' | 'disputed' | 'rejected' | EscrowEnd;

const amountOf = (baseUnits: string, { symbol, decimals }: Pick<Pool, 'symbol' | 'decimals'>) => ({
  amount: toDecimal(baseUnits, decimals),
  symbol,
});

/** For the team: what happened to the escrow of a campaign. */
function escrowText(
  change: Change,
  { campaignId, projectId, escrow: { chainId, address, attempt } }: Snapshot,
  params: NotificationParams,
): NotificationText {
  return worded({
    type: `escrow.${change}`,
    template: `escrow_${change}`,
    params,
    data: { campaignId, projectId, chainId, escrow: address, attempt: `${attempt}` },
    group: address,
  });
}

/** For the team: earners of a campaign in progress count on a pool that is empty. */
export const unfundedText = (
  { campaignId, projectId }: EventTypes['campaign.pool_unfunded'],
  { campaignTitle }: Pool,
) =>
  worded({
    type: 'campaign.pool_unfunded',
    template: 'campaign_pool_unfunded',
    params: { campaignTitle },
    data: { campaignId, projectId },
  });

/** The amount is what the escrow received, or returned, in all. */
export const fundsText = (change: 'funded' | 'topped_up' | 'refunded', event: Snapshot, pool: Pool) => {
  const { fundedTotal, payouts } = event.escrow;
  const amount = amountOf(change === 'refunded' ? payouts.refundedTotal : fundedTotal, pool);
  return escrowText(change, event, { campaignTitle: pool.campaignTitle, ...amount });
};

/** Undefined: the allocation was discarded meanwhile. */
export const finalizedText = (event: Snapshot, { campaignTitle }: Pool) => {
  const deadline = event.escrow.deadlines.challengeEndsAt;
  return deadline === null ? undefined : escrowText('finalized', event, { campaignTitle, deadline });
};

/** Undefined: nothing is disputed any more. */
export const disputedText = (event: Snapshot, { campaignTitle }: Pool) => {
  const { dispute } = event.escrow;
  return dispute === null ? undefined : escrowText('disputed', event, { campaignTitle, deadline: dispute.expiresAt });
};

export const rejectedText = (event: Snapshot, { campaignTitle }: Pool) =>
  escrowText('rejected', event, { campaignTitle });

export const endText = (end: EscrowEnd, event: Snapshot, { campaignTitle }: Pool) =>
  escrowText(end, event, { campaignTitle });

/** For the team: a ticket can no longer be used. */
export const ticketVoidedText = (
  { campaignId, projectId, attempt, reason }: EventTypes['ticket.voided'],
  { campaignTitle }: Pool,
) =>
  worded({
    type: 'escrow.ticket_voided',
    template: 'escrow_ticket_voided',
    params: { campaignTitle, reason },
    data: { campaignId, projectId, attempt: `${attempt}` },
    group: campaignId,
  });

/** For the team: a ticket was issued in place of a void one. */
export const ticketReissuedText = (
  { campaignId, projectId, attempt, expiresAt }: EventTypes['ticket.reissued'],
  { campaignTitle }: Pool,
) =>
  worded({
    type: 'escrow.ticket_reissued',
    template: 'escrow_ticket_reissued',
    params: { campaignTitle, deadline: expiresAt },
    data: { campaignId, projectId, attempt: `${attempt}` },
    group: campaignId,
  });

/** For the team: when the payouts of an ended campaign are listed and approved. */
export const scheduleText = (schedule: EventTypes['payout_schedule.changed'], { campaignTitle }: Pool) => {
  const { campaignId, projectId, freezesAt, approvesAt, commitDeadline, undecided, isFreezeMoved } = schedule;
  const content = { type: 'payout_schedule.changed', data: { campaignId, projectId }, group: campaignId } as const;
  const times = { campaignTitle, freezesAt, deadline: approvesAt };
  if (isFreezeMoved) return worded({ ...content, template: 'payout_freeze_moved', params: times });
  return worded({
    ...content,
    template: commitDeadline === null ? 'payout_schedule_changed' : 'payout_schedule_changed_commit',
    params: {
      ...{ ...times, waiting: Math.min(undecided, MAX_WAITING_COUNTED) },
      ...(commitDeadline !== null && { commitDeadline }),
    },
  });
};

/** For the team: the final list. Undefined: it is approved already. */
export const planReadyText = (
  { campaignId, projectId, planId, version, autoApproveAt }: EventTypes['payout_plan.changed'],
  { campaignTitle }: Pool,
) =>
  autoApproveAt === undefined
    ? undefined
    : worded({
        type: 'payout_plan.ready',
        template: 'payout_plan_ready',
        params: { campaignTitle, deadline: autoApproveAt },
        data: { campaignId, projectId, planId, version: `${version}` },
        group: campaignId,
      });

/** For the team: the approved list is replaced before its allocation was finalized. */
export const planWithdrawnText = (
  { campaignId, projectId, planId, version }: EventTypes['payout_plan.changed'],
  { campaignTitle }: Pool,
) =>
  worded({
    type: 'payout_plan.withdrawn',
    template: 'payout_plan_withdrawn',
    params: { campaignTitle },
    data: { campaignId, projectId, planId, version: `${version}` },
    group: campaignId,
  });

/** For the team: its objection is decided. Undefined: it is open. */
export const objectionText = (
  { campaignId, projectId, planId, version, state, decisionReason }: EventTypes['payout_objection.changed'],
  { campaignTitle }: Pool,
) =>
  state === 'open'
    ? undefined
    : worded({
        type: `payout_objection.${state}`,
        template: decisionReason === null ? 'payout_objection_unanswered' : `payout_objection_${state}`,
        params: { campaignTitle, ...(decisionReason !== null && { reason: decisionReason }) },
        data: { campaignId, projectId, planId, version: `${version}` },
        group: campaignId,
      });

/** For an earner: their payout. */
export function payoutText(
  { announced, claimDeadline, autoApproveAt, movedFreezeAt, ...plan }: EventTypes['payouts.announced'],
  { rank, amount, excludedReason, txHash }: AnnouncedPayout,
  campaignTitle: string,
): NotificationText {
  const { projectId, campaignId, planId, version, chainId, denom } = plan;
  const transaction = txHash !== null && { txHash };
  const deadline = claimDeadline ?? autoApproveAt;
  const isPaidBy = announced === 'paid' && transaction;
  const isMoved = announced === 'interim' && movedFreezeAt !== undefined;
  return worded({
    type: `payout.${announced}`,
    template: isPaidBy ? 'payout_paid_transaction' : isMoved ? 'payout_interim_moved' : `payout_${announced}`,
    params: {
      campaignTitle,
      ...(amount !== null && amountOf(amount, plan)),
      ...(excludedReason !== null && { excludedReason }),
      ...(deadline !== null && { deadline }),
      ...(isMoved && { freezesAt: movedFreezeAt }),
      ...isPaidBy,
    },
    data: { projectId, campaignId, planId, version: `${version}`, chainId, denom, ...transaction },
    group: `${campaignId} ${version} ${rank}`,
  });
}
