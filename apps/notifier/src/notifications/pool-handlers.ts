import type { EventHandlers } from '@questp/events';
import {
  disputedText,
  endText,
  ESCROW_ENDS,
  finalizedText,
  fundsText,
  objectionText,
  planReadyText,
  planWithdrawnText,
  scheduleText,
  rejectedText,
  ticketReissuedText,
  ticketVoidedText,
  unfundedText,
} from '../texts/pool-texts.js';
import type { NotifyOfPools } from './notify-of-pools.js';

/** The events of which teams and earners of a reward pool are notified. */
export const poolHandlers = (notifyOfPools: NotifyOfPools): EventHandlers => ({
  'payout_schedule.changed': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => scheduleText(data, pool)),
  'payout_plan.changed': async (tx, { data }) => {
    const { campaignId, kind, status, isWithdrawn } = data;
    if (kind === 'final' && status === 'ready')
      await notifyOfPools.team(tx, campaignId, (pool) => planReadyText(data, pool));
    if (isWithdrawn) await notifyOfPools.team(tx, campaignId, (pool) => planWithdrawnText(data, pool));
  },
  'payout_objection.changed': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => objectionText(data, pool)),
  'campaign.pool_unfunded': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => unfundedText(data, pool)),
  'ticket.voided': (tx, { data }) => notifyOfPools.team(tx, data.campaignId, (pool) => ticketVoidedText(data, pool)),
  'ticket.reissued': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => ticketReissuedText(data, pool)),
  'escrow.funded': (tx, { data }) => notifyOfPools.team(tx, data.campaignId, (pool) => fundsText('funded', data, pool)),
  'escrow.topped_up': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => fundsText('topped_up', data, pool)),
  'escrow.refunded': (tx, { data }) =>
    notifyOfPools.team(tx, data.campaignId, (pool) => fundsText('refunded', data, pool)),
  'escrow.finalized': (tx, { data }) => notifyOfPools.team(tx, data.campaignId, (pool) => finalizedText(data, pool)),
  'escrow.disputed': (tx, { data }) => notifyOfPools.team(tx, data.campaignId, (pool) => disputedText(data, pool)),
  'escrow.rejected': (tx, { data }) => notifyOfPools.team(tx, data.campaignId, (pool) => rejectedText(data, pool)),
  'escrow.phase_changed': async (tx, { data }) => {
    const end = ESCROW_ENDS.find((phase) => phase === data.escrow.phase);
    if (end !== undefined) await notifyOfPools.team(tx, data.campaignId, (pool) => endText(end, data, pool));
  },
  'payouts.announced': (tx, { data }) => notifyOfPools.earners(tx, data),
});
