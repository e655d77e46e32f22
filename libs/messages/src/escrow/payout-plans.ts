import type { Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { pageOf } from '../language/contract/paging.js';
import {
  Amount,
  Count,
  Flag,
  Id,
  Nested,
  OneOf,
  Text,
  Time,
  UserId,
  Whole,
  combine,
  enumeration,
  exampleOfAll,
  fieldsOf,
} from '../language/fields/index.js';
import { Payout, PayoutAsset } from './distribution.js';
import { CampaignPageRequest, OfCampaign, OfPlan, OfPlanVersion, PLAN_ID } from './of-campaign.js';
import { PayoutObjection } from './payout-objections.js';

export const PAYOUT_PLAN_KINDS = enumeration('PayoutPlanKind', ['preview', 'final']);
export type PayoutPlanKind = (typeof PAYOUT_PLAN_KINDS)[number];

export const PAYOUT_PLAN_STATUSES = enumeration('PayoutPlanStatus', [
  'requested',
  'ready',
  'approved',
  'superseded',
  'rejected',
]);
export type PayoutPlanStatus = (typeof PAYOUT_PLAN_STATUSES)[number];

const BASE_UNITS = { example: '250000000' } as const;
const MADE_AT = '2026-06-01T12:00:00.000Z';
const MEMBER = 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01';

class OfAllocation {
  @Count({ nullable: true, description: 'Funding attempt of the escrow; null: not funded yet, or manual', example: 1 })
  attempt!: number | null;

  @Count({
    nullable: true,
    description: 'Version of the allocation on the chain that it is for; null: not funded yet, or manual',
    example: 1,
  })
  allocationVersion!: number | null;
}

/** The pool that a plan divides. Amounts are base units. */
export class PayoutPool extends combine(OfAllocation, PayoutAsset) {
  @Amount({ ...BASE_UNITS, description: 'Amount of the pool' })
  gross!: string;

  @Whole({ min: 0, max: 10_000, description: 'Fee in basis points', example: 200 })
  feeBps!: number;

  @Amount({ example: '5000000', description: 'Fee if the whole pool is paid out' })
  maxFee!: string;

  @Amount({ example: '245000000', description: 'Amount for earners' })
  distributable!: string;

  @Whole({ min: 1, max: 10_000, description: 'Maximum share of an earner in basis points', example: 1_000 })
  maxShareBps!: number;

  @Amount({ example: '24500000', description: 'Maximum payout of an earner' })
  cap!: string;

  @Amount({ example: '100000', description: 'Minimum payout' })
  minPayout!: string;
}

/** A plan of the payouts of a campaign. */
export class PayoutPlan {
  @Id({ description: 'Id of the plan' })
  id!: string;

  @Id()
  campaignId!: string;

  @Count({ description: 'Version, from 1', example: 1 })
  version!: number;

  @OneOf(PAYOUT_PLAN_KINDS, {
    example: 'final',
    description: 'preview: made before the list is frozen. final: made of the points that count at the freeze',
  })
  kind!: PayoutPlanKind;

  @OneOf(PAYOUT_PLAN_STATUSES, {
    example: 'approved',
    description:
      'requested: being made. ready: waits for approval, if final. superseded: replaced by a later version. rejected: its allocation was discarded on the chain, or its approval was withdrawn before that: by two operators, or because an entry may not be paid',
  })
  status!: PayoutPlanStatus;

  @UserId({ nullable: true, description: 'Member of the team who requested it; null: the platform', example: null })
  requestedBy!: string | null;

  @Time({ description: 'When it was requested' })
  requestedAt!: Timestamp;

  @Time({ nullable: true, example: MADE_AT, description: 'When it was made; null: not yet' })
  plannedAt!: Timestamp | null;

  @Time({ nullable: true, example: MADE_AT, description: 'Credits before this time count; null: not made yet' })
  asOf!: Timestamp | null;

  @Time({
    nullable: true,
    example: MADE_AT,
    description: 'When addresses and account statuses were last read; null: not made yet',
  })
  listReadAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: MADE_AT,
    description:
      'When the list freezes: credits of submissions made before the end and decided before it count. Null: the campaign has not ended. A pause of the escrow moves this time and the next ones',
  })
  reviewUntil!: Timestamp | null;

  @Time({
    nullable: true,
    example: null,
    description: 'When an operator moved the freeze to `reviewUntil`; null: it was not moved',
  })
  reviewMovedAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: '2026-06-04T12:00:00.000Z',
    description: 'Until when the team can object to the list; null: the campaign has not ended',
  })
  objectUntil!: Timestamp | null;

  @Time({
    nullable: true,
    example: '2026-06-04T12:00:00.000Z',
    description: 'When the platform reads the list again and approves it; null: the campaign has not ended',
  })
  autoApproveAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: '2026-06-20T12:00:00.000Z',
    description: 'When the escrow expires unless its allocations are finalized; null: not ended, or manual',
  })
  commitDeadline!: Timestamp | null;

  @Nested(() => PayoutPool, {
    nullable: true,
    example: exampleOfAll(fieldsOf(PayoutPool)),
    description: 'The pool; null: not made yet',
  })
  pool!: PayoutPool | null;

  @Amount({ ...BASE_UNITS, nullable: true, description: 'Sum of the payouts; null: not made yet' })
  total!: string | null;

  @Amount({ example: '5000000', nullable: true, description: 'Fee if every payout is made; null: not made yet' })
  fee!: string | null;

  @Amount({ example: '0', nullable: true, description: 'What the owner gets back then; null: not made yet' })
  leftover!: string | null;

  @Flag({
    nullable: true,
    example: true,
    description: 'Whether the escrow would pay each entry its planned amount; null: not made yet',
  })
  isExact!: boolean | null;

  @Count({ nullable: true, description: 'Earners with points; null: not made yet', example: 130 })
  earners!: number | null;

  @Count({ nullable: true, description: 'Earners who are paid; null: not made yet', example: 120 })
  entries!: number | null;

  @Count({ nullable: true, description: 'Credits that count; null: not made yet', example: 910 })
  ledgerCredits!: number | null;

  @Id({
    nullable: true,
    description: 'Id of the latest ledger entry that counts; null: none',
    example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b07',
  })
  ledgerPosition!: string | null;

  @Text({
    form: 'sha256',
    nullable: true,
    description: 'SHA-256 of the list: a line `<userId>,<points>,<address>,<source>,<reason>` per earner by rank',
    example: 'cd'.repeat(32),
  })
  listSha256!: string | null;

  @Text({
    form: 'sha256',
    nullable: true,
    description:
      'SHA-256 of the allocation: a line `<address>,<amount>` per payout, sorted by address; null: no payout',
    example: 'ab'.repeat(32),
  })
  allocationSha256!: string | null;

  @UserId({
    nullable: true,
    example: MEMBER,
    description: 'Member of the team who approved it; null with `approvedAt`: the platform',
  })
  approvedBy!: string | null;

  @Time({ nullable: true, example: MADE_AT, description: 'When it was approved' })
  approvedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When its allocation was seen finalized on the chain; null: not yet' })
  finalizedAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: null,
    description:
      'When it became void, because its escrow was cancelled or expired: its payouts are failed; null: it did not',
  })
  voidedAt!: Timestamp | null;

  @Nested(() => PayoutObjection, {
    nullable: true,
    example: null,
    description: 'Objection of the team to it; null: none',
  })
  objection!: PayoutObjection | null;
}

export class PayoutPlanChanged extends OfPlanVersion {
  @OneOf(PAYOUT_PLAN_KINDS, { description: 'preview: made before the freeze. final: made of the points that count' })
  kind!: PayoutPlanKind;

  @OneOf(PAYOUT_PLAN_STATUSES, { example: 'ready', description: 'New status' })
  status!: PayoutPlanStatus;

  @Time({ optional: true, description: 'When the platform approves it, if it is final and ready' })
  autoApproveAt?: Timestamp;

  @Flag({ optional: true, description: 'True if it was approved, and is rejected before its allocation was finalized' })
  isWithdrawn?: boolean;
}

const PLANS = '/v1/projects/:projectId/campaigns/:campaignId/payout-plans';
const tag = 'escrow';

class RequestPlanRequest extends OfCampaign {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const requestPayoutPlan = contract({
  subject: 'escrow.payout-plans.request',
  request: RequestPlanRequest,
  reply: PayoutPlan,
  errors: ['NO_REWARD_POOL', 'PLAN_APPROVED'],
  http: {
    id: 'requestPayoutPlan',
    route: `POST ${PLANS}`,
    tag,
    summary: 'Request a payout plan',
    description:
      'Until the list freezes, a preview of what earners would get now. From the freeze on, the final plan, which the platform makes by itself. The plan is made within seconds: read it until its status is ready.',
    again:
      'While a plan is requested, within a minute after a preview was made, and once there is a final plan, that plan is returned.',
    replies: {
      ...{ kind: 'preview', status: 'requested', requestedBy: MEMBER, plannedAt: null, asOf: null, pool: null },
      ...{ total: null, fee: null, leftover: null, isExact: null, earners: null, entries: null },
      ...{ ledgerCredits: null, ledgerPosition: null, listSha256: null, allocationSha256: null },
      ...{ approvedBy: null, approvedAt: null, listReadAt: null, reviewUntil: null, reviewMovedAt: null },
      ...{ objectUntil: null, autoApproveAt: null, commitDeadline: null, objection: null },
    },
  },
});

class ListPlansRequest extends CampaignPageRequest {
  @OneOf(PAYOUT_PLAN_KINDS, { optional: true, description: 'Only of this kind' })
  kind?: PayoutPlanKind;
}

export const listPayoutPlans = contract({
  subject: 'escrow.payout-plans.list',
  request: ListPlansRequest,
  reply: pageOf(PayoutPlan),
  http: { id: 'listPayoutPlans', route: `GET ${PLANS}`, tag, summary: 'List the payout plans, latest first' },
});

export const getPayoutPlan = contract({
  subject: 'escrow.payout-plans.get',
  request: OfPlan,
  reply: PayoutPlan,
  http: { id: 'getPayoutPlan', route: `GET ${PLANS}/:planId`, tag, summary: 'Get a payout plan' },
});

class ApprovePlanRequest extends OfPlan {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const approvePayoutPlan = contract({
  subject: 'escrow.payout-plans.approve',
  request: ApprovePlanRequest,
  reply: PayoutPlan,
  errors: ['PLAN_NOT_CURRENT', 'PLAN_TOO_EARLY', 'PLAN_NOT_PAYABLE'],
  http: {
    id: 'approvePayoutPlan',
    route: `POST ${PLANS}/:planId/approve`,
    tag,
    summary: 'Approve a final payout plan',
    description:
      'Payouts follow this plan, earlier than without an approval: the platform approves the current plan at `autoApproveAt`. PLAN_TOO_EARLY in the first twelve hours after the freeze, and while a submission is undecided. An open objection is dismissed with the approval. After a change of the pool the platform makes and approves a new version.',
    again: SAME_AGAIN,
  },
});

/** An earner whose payout differs between two plans. */
export class PayoutDifference {
  @UserId()
  userId!: string;

  @Nested(() => Payout, { nullable: true, description: 'In the earlier plan; null: not in it' })
  before!: Payout | null;

  @Nested(() => Payout, { nullable: true, description: 'In the later plan; null: not in it' })
  after!: Payout | null;
}

class ListDifferencesRequest extends CampaignPageRequest {
  @Id({ ...PLAN_ID, description: 'Id of the later plan' })
  planId!: string;

  @Id({ ...PLAN_ID, description: 'Id of the earlier plan' })
  since!: string;
}

export const listPayoutDifferences = contract({
  subject: 'escrow.payout-plans.differences',
  request: ListDifferencesRequest,
  reply: pageOf(PayoutDifference),
  http: {
    id: 'listPayoutDifferences',
    route: `GET ${PLANS}/:planId/differences`,
    tag,
    summary: 'List the earners whose payout differs from an earlier plan',
    description: 'Earners whose points, address, amount or exclusion differ, by id.',
  },
});
