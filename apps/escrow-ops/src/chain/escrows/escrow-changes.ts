import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '@questp/messages/tables';
import type { EscrowAnswers } from '../escrow-reading.js';

/** Events about an escrow. One reading can cause several. */
export type EscrowEventType = Exclude<Extract<EventType, `escrow.${string}`>, 'escrow.missing'>;

type State = Pick<EscrowAnswers, 'status' | 'ownership'>;

/**
 * The events that lead from one state of an escrow to the next, in their order. They are derived from the states alone,
 * so that blocks that were not read lose none of them.
 *
 * @param before undefined: the escrow was not created
 */
export function escrowChanges(before: State | undefined, after: State): EscrowEventType[] {
  if (before === undefined) return ['escrow.funded', ...escrowChanges(asCreated(after), after)];
  const [old, now] = [before.status, after.status];
  const changes: [EscrowEventType, boolean][] = [
    ['escrow.topped_up', BigInt(now.funded_total) > BigInt(old.funded_total)],
    ['escrow.owner_changed', !isDeepStrictEqual(before.ownership, after.ownership)],
    ['escrow.paused', now.paused && now.paused_until !== old.paused_until],
    ['escrow.resumed', old.paused && !now.paused],
    ['escrow.rejected', now.version > old.version],
    ['escrow.finalized', now.finalized !== null && now.finalized.at !== old.finalized?.at],
    ['escrow.disputed', now.dispute !== null && now.dispute.raised_at !== old.dispute?.raised_at],
    ['escrow.phase_changed', now.phase !== old.phase],
    ['escrow.payouts_changed', PAYOUTS.some((member) => now[member] !== old[member])],
    ['escrow.refunded', BigInt(now.refunded_total) > BigInt(old.refunded_total)],
  ];
  return changes.flatMap(([type, isDue]) => (isDue ? [type] : []));
}

const PAYOUTS = ['paid_count', 'failed_count', 'skipped_count', 'cursor', 'fee_paid', 'refunded_total'] as const;

/** The version of the first allocation of an escrow. */
const FIRST_VERSION = 1;
/** The first phase of every escrow. */
export const FIRST_PHASE = 'upcoming';

/** The state right after the creation: top-ups before the first reading belong to the funds. */
const asCreated = ({ status, ownership }: State): State => ({
  ownership,
  status: {
    ...status,
    phase: FIRST_PHASE,
    version: FIRST_VERSION,
    finalized: null,
    dispute: null,
    paused: false,
    paused_until: null,
    paid_count: 0,
    failed_count: 0,
    skipped_count: 0,
    cursor: 0,
    fee_paid: '0',
    refunded_total: '0',
  },
});
