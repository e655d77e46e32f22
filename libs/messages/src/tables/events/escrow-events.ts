import { ChainNodeFaulty, ChainReset } from '../../escrow/chain-nodes.js';
import { EscrowHoldChanged, EscrowIntervened } from '../../escrow/console-interventions.js';
import { PayoutsChanged } from '../../escrow/distribution.js';
import { EscrowPhaseChanged, EscrowSnapshot } from '../../escrow/escrow-events.js';
import { EscrowBalanceLow, EscrowFeesCapped } from '../../escrow/escrow-signers.js';
import { EscrowContradiction, EscrowDeadline, EscrowLaneBlocked } from '../../escrow/operations.js';
import { PayoutsAnnounced } from '../../escrow/payout-announcements.js';
import { PayoutsIntervened } from '../../escrow/payout-interventions.js';
import { PayoutObjectionChanged, PayoutsObjected } from '../../escrow/payout-objections.js';
import { PayoutPlanChanged } from '../../escrow/payout-plans.js';
import { PayoutScheduleChanged, PayoutsUndecided } from '../../escrow/payout-schedule.js';
import { TicketReissued, TicketVoided } from '../../escrow/tickets.js';
import type { EventRow } from './event-row.js';

/** Of every event about an escrow. */
const ESCROW = {
  aggregate: 'campaign',
  from: 'escrow-ops',
  to: [],
  audience: ['projectId'],
  operators: 'platform:manage',
} as const satisfies Partial<EventRow>;

/** Events of escrow-ops. */
export const ESCROW_EVENTS = {
  'payout_plan.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    audience: ['projectId'],
    meaning: 'A payout plan of a campaign was made, approved or rejected',
    data: PayoutPlanChanged,
  },
  'payout_schedule.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['quests-verify', 'notifier'],
    audience: ['projectId'],
    meaning: 'The times were set, or moved, at which the payouts of an ended campaign are listed and approved',
    data: PayoutScheduleChanged,
  },
  'payout_objection.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    audience: ['projectId'],
    meaning: 'A team objected to a list of payouts, or the objection was upheld or dismissed',
    data: PayoutObjectionChanged,
  },
  'payouts.objected': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A team objects to a list of payouts; published at most once a minute per campaign',
    data: PayoutsObjected,
  },
  'payouts.undecided': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'The list of payouts of a campaign froze with more than a fifth of its submissions undecided',
    data: PayoutsUndecided,
  },
  'payouts.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: [],
    audience: ['projectId'],
    meaning: 'Payouts of a campaign were committed, paid, failed or reset',
    data: PayoutsChanged,
  },
  'payouts.announced': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    meaning:
      'Earners to notify of their payouts: of an approved plan, paid, failed, or about to be no longer claimable',
    data: PayoutsAnnounced,
  },
  'chain.node_faulty': {
    aggregate: 'chain_node',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'A node of a chain gives answers that are not used, or nodes disagree; published at most once a minute per node',
    data: ChainNodeFaulty,
  },
  'escrow.balance_low': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A key of the escrow can pay few more transactions, or none; published at most once a minute per key',
    data: EscrowBalanceLow,
  },
  'escrow.contradiction': {
    aggregate: 'escrow_operation',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'The operator sends no message to an escrow, because the chain contradicts the payout plan; published at most once a minute per campaign',
    data: EscrowContradiction,
  },
  'escrow.deadline_near': {
    aggregate: 'escrow_operation',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'Half of the reserve before the commit deadline of an escrow is used up, and no allocation is finalized; published at most once a minute per campaign',
    data: EscrowDeadline,
  },
  'escrow.deadline_missed': {
    aggregate: 'escrow_operation',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'The commit deadline of an escrow passed without a finalized allocation, so that it pays nobody; published at most once a minute per campaign until the pool is returned',
    data: EscrowDeadline,
  },
  'escrow.lane_blocked': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'Transactions of a key make no progress; published at most once a minute per key and chain',
    data: EscrowLaneBlocked,
  },
  'escrow.fees_capped': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A key of the escrow has reached its daily limit of fees on a chain; published once a day per key',
    data: EscrowFeesCapped,
  },
  'chain.reset': {
    aggregate: 'chain',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A chain was started anew under the same id; escrows that it no longer has are marked',
    data: ChainReset,
  },
  'escrow.funded': {
    ...ESCROW,
    to: ['quests-verify', 'notifier'],
    meaning: 'The escrow of a campaign was created on its chain with its funds',
    data: EscrowSnapshot,
  },
  'escrow.topped_up': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'Somebody added to the funds of an escrow',
    data: EscrowSnapshot,
  },
  'escrow.phase_changed': {
    ...ESCROW,
    to: ['quests-verify', 'notifier'],
    meaning: 'An escrow is in another phase',
    data: EscrowPhaseChanged,
  },
  'escrow.finalized': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The allocations of an escrow were finalized and can be challenged',
    data: EscrowSnapshot,
  },
  'escrow.rejected': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The allocations of an escrow were discarded; new ones can be committed',
    data: EscrowSnapshot,
  },
  'escrow.disputed': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The owner disputes the allocations of an escrow',
    data: EscrowSnapshot,
  },
  'escrow.payouts_changed': {
    ...ESCROW,
    meaning: 'An escrow paid earners, or payouts failed or were skipped',
    data: EscrowSnapshot,
  },
  'escrow.refunded': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'An escrow returned funds to its owner',
    data: EscrowSnapshot,
  },
  'escrow.paused': {
    ...ESCROW,
    meaning: 'A pause stopped the clock of an escrow, or was extended',
    data: EscrowSnapshot,
  },
  'escrow.resumed': {
    ...ESCROW,
    meaning: 'The pause of an escrow ended',
    data: EscrowSnapshot,
  },
  'escrow.owner_changed': {
    ...ESCROW,
    meaning: 'An escrow has another owner, or a transfer of it was proposed or withdrawn',
    data: EscrowSnapshot,
  },
  'escrow.intervened': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['identity'],
    operators: 'platform:manage',
    meaning: 'An operator started a hold or a pause, or requested or confirmed its release',
    data: EscrowIntervened,
  },
  'payouts.intervened': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['identity'],
    operators: 'platform:manage',
    meaning:
      'An operator moved the freeze of a list of payouts, requested or confirmed the withdrawal of its approval, or proposed or confirmed the decision of an objection',
    data: PayoutsIntervened,
  },
  'escrow.hold_changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: [],
    audience: ['projectId'],
    meaning: 'The platform holds the payouts of a campaign, or no longer does',
    data: EscrowHoldChanged,
  },
  'ticket.voided': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'A ticket to fund a pool is void, because the owner of the factory rotated its signer, code or admin',
    data: TicketVoided,
  },
  'ticket.reissued': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'A ticket was issued in place of a void one, without a request',
    data: TicketReissued,
  },
  'escrow.missing': {
    ...ESCROW,
    meaning: 'The chain, started anew, has no longer the escrow',
    data: EscrowSnapshot,
  },
} as const satisfies Record<string, EventRow>;
