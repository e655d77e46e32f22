import { Client, ClientInfo, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { AdminId, Id, ListOfText, OneOf, Prose, Time, UserId, combine, enumeration } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';
import { CONFIRM_ERRORS, RELEASE_MINUTES } from './console-interventions.js';
import { OfPlan, OfPlanVersion } from './of-campaign.js';

export const OBJECTION_STATES = enumeration('PayoutObjectionState', ['open', 'upheld', 'dismissed']);
export type ObjectionState = (typeof OBJECTION_STATES)[number];

export const OBJECTION_DECISIONS = enumeration('PayoutObjectionDecision', ['uphold', 'dismiss']);
export type ObjectionDecision = (typeof OBJECTION_DECISIONS)[number];

/** Submissions that an objection names. */
const MAX_SUBMISSIONS = 100;

const ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01';
const SECOND_ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c02';
const DECIDED_AT = '2026-06-02T12:10:00.000Z';
const DECISION_REASON = { max: 500, example: 'Both submissions are copies, and were reversed.' } as const;

class Objecting {
  @Prose({ max: 2_000, description: 'Reason', example: 'Two submissions are copies of a third one.' })
  reason!: string;

  @ListOfText({
    max: MAX_SUBMISSIONS,
    form: 'uuid',
    description: 'Submissions of the campaign that it is about; empty: it is about none in particular',
    example: ['0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a08'],
  })
  submissionIds!: string[];
}

/** An objection of the team to a version of the list of payouts. */
export class PayoutObjection extends Objecting {
  @Id({ description: 'Id of the objection' })
  id!: string;

  @UserId({ description: 'Member of the team who objected' })
  objectedBy!: string;

  @Time({ description: 'When it was made' })
  objectedAt!: Timestamp;

  @OneOf(OBJECTION_STATES, {
    example: 'open',
    description:
      'open: not decided. upheld: decisions that operators made until then count, and the list was made again. dismissed: the list stays',
  })
  state!: ObjectionState;

  @Prose({
    ...DECISION_REASON,
    nullable: true,
    example: null,
    description:
      'Reason of the operators; null: not decided, or dismissed because the list was approved or became void',
  })
  decisionReason!: string | null;

  @Time({ nullable: true, example: null, description: 'When it was decided; null: it is open' })
  decidedAt!: Timestamp | null;
}

class ObjectRequest extends combine(OfPlan, Objecting) {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const objectToPayoutPlan = contract({
  subject: 'escrow.payout-objections.object',
  request: ObjectRequest,
  reply: PayoutObjection,
  errors: ['NOT_FOUND', 'PLAN_NOT_CURRENT', 'OBJECTION_TOO_LATE', 'ALREADY_OBJECTED'],
  http: {
    id: 'objectToPayoutPlan',
    route: 'POST /v1/projects/:projectId/campaigns/:campaignId/payout-plans/:planId/objection',
    tag: 'escrow',
    summary: 'Object to a final payout plan',
    description:
      'Once per version, from the freeze until `objectUntil`. Two operators of the platform uphold or dismiss the objection. It stops nothing: the current list is approved at `autoApproveAt`, and an objection that is open then is dismissed. Upheld, the list is made again at once with the decisions and reversals that operators made until then; the difference is under `/differences`.',
    again: 'A repeated call with the same reason and submissions returns the objection.',
  },
});

/** An objection as operators see it. */
export class AdminPayoutObjection extends combine(OfPlanVersion, PayoutObjection) {
  @Time({ example: '2026-06-04T12:00:00.000Z', description: 'When the platform approves the current list' })
  autoApproveAt!: Timestamp;

  @Id({
    nullable: true,
    example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b22',
    description: 'Id of the proposed decision, which the confirmation names; null: none is proposed',
  })
  proposalId!: string | null;

  @OneOf(OBJECTION_DECISIONS, { nullable: true, example: 'uphold', description: 'Proposed decision; null: none' })
  proposedDecision!: ObjectionDecision | null;

  @Prose({ ...DECISION_REASON, nullable: true, description: 'Reason of the proposed decision; null: none' })
  proposedReason!: string | null;

  @AdminId({ nullable: true, description: 'Operator who proposed the decision; null: none', example: ADMIN })
  proposedBy!: string | null;

  @Time({ nullable: true, description: 'Until when another operator can confirm the decision; null: none' })
  proposalExpiresAt!: Timestamp | null;

  @AdminId({
    nullable: true,
    description: 'Operator who confirmed the decision; null: not decided, or dismissed without a decision',
    example: null,
  })
  confirmedBy!: string | null;
}

const OBJECTIONS = '/v1/admin/payout-objections';
const tag = 'admin';

class ListObjectionsRequest extends PageRequest {
  @OneOf(OBJECTION_STATES, { optional: true, description: 'Only in this state' })
  state?: ObjectionState;
}

export const listPayoutObjections = contract({
  subject: 'escrow.payout-objections.list',
  request: ListObjectionsRequest,
  reply: pageOf(AdminPayoutObjection),
  http: {
    id: 'adminListPayoutObjections',
    route: `GET ${OBJECTIONS}`,
    tag,
    summary: 'List objections to lists of payouts, latest first',
  },
});

class OfObjection {
  @Id({ description: 'Id of the objection', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b21' })
  objectionId!: string;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

class ProposeRequest extends OfObjection {
  @OneOf(OBJECTION_DECISIONS, {
    example: 'uphold',
    description: 'uphold: the list is made again. dismiss: it stays',
  })
  decision!: ObjectionDecision;

  @Prose({ ...DECISION_REASON, description: 'Reason, which the team receives' })
  reason!: string;
}

const HOW = `Two operators decide: one proposes a decision with a reason, another confirms it within ${RELEASE_MINUTES} minutes. An operator whose account is younger than the objection, or was changed by another operator, can be neither of the two for 24 hours.`;

export const proposeObjectionDecision = contract({
  subject: 'escrow.payout-objections.propose',
  request: ProposeRequest,
  reply: AdminPayoutObjection,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'OPERATOR_TOO_NEW'],
  http: {
    id: 'adminProposeObjectionDecision',
    route: `POST ${OBJECTIONS}/:objectionId/decision`,
    tag,
    summary: 'Propose to uphold or dismiss an objection',
    description: `${HOW} To uphold one, first correct the submissions: decisions and reversals that operators made until the confirmation count, although the list is frozen. INVALID_TRANSITION once it is decided, or a list was approved.`,
    again: 'While the same decision is proposed, it stays as it is. Another decision replaces it.',
    replies: { proposalExpiresAt: '2026-06-02T13:00:00.000Z' },
  },
});

class ConfirmDecisionRequest extends OfObjection {
  @Id({ description: 'Id of the proposed decision, as the operator who confirms has read it' })
  proposalId!: string;
}

export const confirmObjectionDecision = contract({
  subject: 'escrow.payout-objections.confirm',
  request: ConfirmDecisionRequest,
  reply: AdminPayoutObjection,
  errors: [...CONFIRM_ERRORS, 'NOT_FOUND'],
  http: {
    id: 'adminConfirmObjectionDecision',
    route: `POST ${OBJECTIONS}/:objectionId/decision/confirm`,
    tag,
    summary: 'Uphold or dismiss an objection',
    description: `${HOW} The team is notified. The time of the approval stays.`,
    again: SAME_AGAIN,
    replies: {
      ...{ state: 'upheld', decisionReason: DECISION_REASON.example, decidedAt: DECIDED_AT },
      ...{ proposalExpiresAt: '2026-06-02T13:00:00.000Z', confirmedBy: SECOND_ADMIN },
    },
  },
});

/** For the team, without which operators decided. */
export class PayoutObjectionChanged extends OfPlanVersion {
  @Id({ description: 'Id of the objection' })
  objectionId!: string;

  @OneOf(OBJECTION_STATES, { example: 'upheld', description: 'New state' })
  state!: ObjectionState;

  @Prose({ ...DECISION_REASON, nullable: true, description: 'Reason of the operators; null: none decided' })
  decisionReason!: string | null;
}

/** A team objects to a list of payouts. */
export class PayoutsObjected extends combine(Noted, OfPlanVersion) {
  @Id({ description: 'Id of the objection' })
  objectionId!: string;

  @Time({ description: 'When the platform approves the list' })
  autoApproveAt!: Timestamp;
}
