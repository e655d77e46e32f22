import { Client, ClientInfo, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { AdminId, Id, Nested, OneOf, Prose, Time, enumeration } from '../language/fields/index.js';
import { CONFIRM_ERRORS, RELEASE_MINUTES } from './console-interventions.js';
import { OfSchedule, PayoutSchedule } from './payout-schedule.js';
import { PLAN_ID } from './of-campaign.js';

const ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01';
const SECOND_ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c02';
const REASON = { max: 500, description: 'Reason', example: 'A third of the submissions is undecided.' } as const;
const tag = 'admin';

class ByOperator extends OfSchedule {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

class WithReason extends ByOperator {
  @Prose(REASON)
  reason!: string;
}

class MoveFreezeRequest extends WithReason {
  @Time({
    description:
      'When the list of payouts is to freeze: later than now and than `freezesAt`, and not after `movableTo`',
    example: '2099-06-03T12:00:00.000Z',
  })
  freezesAt!: Timestamp;
}

export const movePayoutFreeze = contract({
  subject: 'escrow.payout-schedules.move-freeze',
  request: MoveFreezeRequest,
  reply: PayoutSchedule,
  errors: ['NOT_FOUND', 'FREEZE_ALREADY_MOVED', 'FREEZE_FIXED'],
  http: {
    id: 'adminMovePayoutFreeze',
    route: 'POST /v1/admin/campaigns/:campaignId/payout-freeze',
    tag,
    summary: 'Move the freeze of a list of payouts, once',
    description:
      'Also after the list froze: its plan is then superseded by a preview, and the next version is made at the new time. Decisions, checks and reversals until then count. The time of the approval stays.',
    again: 'A repeated call by the same operator for the same time returns the schedule.',
    replies: { freezeMovedBy: ADMIN, freezeMovedAt: '2026-06-01T12:10:00.000Z', movableTo: null },
  },
});

/** A request to withdraw the approval of a plan, which another operator confirms. */
export class ApprovalWithdrawal {
  @Id({ description: 'Id, which the confirmation names' })
  id!: string;

  @Id(PLAN_ID)
  planId!: string;

  @Prose({ ...REASON, example: 'The submissions of two earners are copies.' })
  reason!: string;

  @AdminId({ description: 'Operator who requested it', example: ADMIN })
  requestedBy!: string;

  @Time({ description: 'When it was requested' })
  requestedAt!: Timestamp;

  @Time({ description: 'Until when another operator can confirm it' })
  expiresAt!: Timestamp;

  @AdminId({ nullable: true, description: 'Operator who confirmed it; null: not confirmed', example: SECOND_ADMIN })
  confirmedBy!: string | null;

  @Time({ nullable: true, description: 'When it was confirmed; null: not confirmed' })
  confirmedAt!: Timestamp | null;
}

class RequestWithdrawalRequest extends WithReason {
  @Id({ ...PLAN_ID, description: 'Id of the approved plan, as the operator has read it' })
  planId!: string;
}

const WITHDRAWAL = '/v1/admin/escrows/:campaignId/approval/withdrawal';
const HOW = `Two operators withdraw an approval: one requests it, another confirms it within ${RELEASE_MINUTES} minutes. Hold the campaign first: an approved plan is committed and finalized within minutes. FINALIZE_SENT once a message that finalizes the plan was signed; within the challenge the owner can then dispute the allocation, and the guardian can reject it. For 24 hours, an operator whose account was created after the approval, or was changed by another operator, can be neither of the two.`;

export const requestApprovalWithdrawal = contract({
  subject: 'escrow.approvals.request-withdrawal',
  request: RequestWithdrawalRequest,
  reply: ApprovalWithdrawal,
  errors: ['PLAN_NOT_CURRENT', 'FINALIZE_SENT', 'OPERATOR_TOO_NEW'],
  http: {
    id: 'adminRequestApprovalWithdrawal',
    route: `POST ${WITHDRAWAL}`,
    tag,
    summary: 'Request the withdrawal of the approval of a payout plan',
    description: HOW,
    again: 'While a withdrawal is requested, it stays as it is.',
    replies: { requestedBy: ADMIN, confirmedBy: null, confirmedAt: null },
  },
});

class ConfirmWithdrawalRequest extends ByOperator {
  @Id({ description: 'Id of the request, as the operator who confirms has read it' })
  id!: string;
}

export const confirmApprovalWithdrawal = contract({
  subject: 'escrow.approvals.confirm-withdrawal',
  request: ConfirmWithdrawalRequest,
  reply: ApprovalWithdrawal,
  errors: [...CONFIRM_ERRORS, 'NOT_FOUND', 'FINALIZE_SENT'],
  http: {
    id: 'adminConfirmApprovalWithdrawal',
    route: `POST ${WITHDRAWAL}/confirm`,
    tag,
    summary: 'Withdraw the approval of a payout plan',
    description: `${HOW} The plan is rejected; entries of it that are committed are discarded. The platform makes the next version at once, of the same freeze and of reversals until its approval, which follows within 36 hours.`,
    again: SAME_AGAIN,
    replies: { requestedBy: ADMIN, confirmedBy: SECOND_ADMIN, confirmedAt: '2026-06-05T12:10:00.000Z' },
  },
});

export const PAYOUT_INTERVENTIONS = enumeration('PayoutIntervention', [
  'freeze_moved',
  'withdrawal_requested',
  'approval_withdrawn',
  'objection_uphold_proposed',
  'objection_dismiss_proposed',
  'objection_upheld',
  'objection_dismissed',
]);
export type PayoutIntervention = (typeof PAYOUT_INTERVENTIONS)[number];

/** For the audit log. */
export class PayoutsIntervened extends OfSchedule {
  @OneOf(PAYOUT_INTERVENTIONS, { description: 'What the operator did' })
  step!: PayoutIntervention;

  @Prose(REASON)
  reason!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true, description: 'Client of the operator' })
  client!: ClientInfo | null;
}
