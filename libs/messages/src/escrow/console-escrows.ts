import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import {
  Amount,
  AnyObject,
  Count,
  Flag,
  Id,
  ListOf,
  Nested,
  OneOf,
  Text,
  Time,
  enumeration,
  pick,
} from '../language/fields/index.js';
import { EscrowHold, EscrowPause } from './console-interventions.js';
import { ApprovalWithdrawal } from './payout-interventions.js';
import { EscrowTransaction } from './console-transactions.js';
import { ESCROW_PHASES, EscrowState, type EscrowPhase } from './escrow-state.js';
import { OPERATION_CODES, OPERATION_STATES, type OperationCode, type OperationState } from './operations.js';
import { PayoutPlan } from './payout-plans.js';

const REASON = { max: 1_000, example: 'The owner disputes the allocation.' } as const;

/** What the operator does for an escrow. */
class OperatorDecision {
  @OneOf(OPERATION_STATES, {
    description:
      'send: a message is next. wait: one may follow later. stop: the chain contradicts the plan. done: none follows',
    example: 'wait',
  })
  state!: OperationState;

  @OneOf(OPERATION_CODES, { description: 'Why', example: 'disputed' })
  code!: OperationCode;

  @Text({ ...REASON, description: 'The same in a sentence' })
  reason!: string;

  @Time({ nullable: true, description: 'When a wait is over; null: at no known time, or no wait' })
  until!: Timestamp | null;
}

/** The last decision about an escrow. */
export class EscrowOperation extends OperatorDecision {
  @Time({ description: 'Since when the decision has this code' })
  since!: Timestamp;

  @Time({ description: 'When it was decided' })
  decidedAt!: Timestamp;

  @Time({ description: 'When the next decision is due' })
  nextLookAt!: Timestamp;

  @Text({ ...REASON, nullable: true, description: 'Last error of a decision or a message; null: none', example: null })
  lastError!: string | null;

  @Time({ nullable: true, description: 'When it happened; null: never' })
  lastErrorAt!: Timestamp | null;
}

/** The escrow of the latest funding attempt of a campaign, as operators see it. */
export class AdminEscrow {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Count({ description: 'Number of the funding attempt, from 1', example: 1 })
  attempt!: number;

  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Text({
    ...ACCOUNT_ADDRESS,
    description: 'Address of the escrow; predicted until it is created',
    example: 'neutron1qg5ega6dykkxc307y25pecuufrjkxkaggkkxh7nad0vhyhtuhw3sk3ugrm',
  })
  address!: string;

  @OneOf(ESCROW_PHASES, { nullable: true, description: 'Phase; null: the escrow is not created' })
  phase!: EscrowPhase | null;

  @Nested(() => EscrowHold, { nullable: true, description: 'Hold of the campaign; null: none' })
  hold!: EscrowHold | null;

  @Nested(() => EscrowPause, { nullable: true, description: 'Pause by operators; null: none' })
  pause!: EscrowPause | null;

  @Nested(() => EscrowOperation, { nullable: true, description: 'Last decision of the operator; null: none yet' })
  operation!: EscrowOperation | null;
}

/** The plan that is paid. */
class PaidPlan extends pick(PayoutPlan, 'id', 'version', 'total', 'entries', 'allocationSha256') {}

export class AdminEscrowDetails extends AdminEscrow {
  @Nested(() => EscrowState, { nullable: true, description: 'State on the chain; null: the escrow is not created' })
  escrow!: EscrowState | null;

  @Nested(() => PaidPlan, { nullable: true, description: 'Approved plan of the funding attempt; null: none' })
  plan!: PaidPlan | null;

  @Nested(() => ApprovalWithdrawal, {
    nullable: true,
    description: 'Last request to withdraw an approval that can be confirmed, or was; null: none',
  })
  withdrawal!: ApprovalWithdrawal | null;

  @Nested(() => EscrowTransaction, { nullable: true, description: 'Last signed transaction; null: none' })
  lastTransaction!: EscrowTransaction | null;
}

class ListEscrowsRequest extends PageRequest {
  @Text({ ...ACCOUNT_CHAIN, form: 'chain_id', optional: true, description: 'Only on this chain', example: 'pion-1' })
  chainId?: string;

  @OneOf(ESCROW_PHASES, { optional: true, description: 'Only in this phase' })
  phase?: EscrowPhase;

  @Flag({ optional: true, description: 'Only campaigns that are, or are not, on hold' })
  held?: boolean;

  @Flag({ optional: true, description: 'Only escrows for which the operator has, or has not, stopped' })
  stopped?: boolean;

  @Id({ optional: true, description: 'Only of this project' })
  projectId?: string;
}

const ESCROWS = '/v1/admin/escrows';
const tag = 'admin';

export const listAdminEscrows = contract({
  subject: 'escrow.console.list',
  request: ListEscrowsRequest,
  reply: pageOf(AdminEscrow),
  http: {
    id: 'adminListEscrows',
    route: `GET ${ESCROWS}`,
    tag,
    summary: 'List the escrows of campaigns, latest campaign first',
    description: 'The latest funding attempt of each campaign that has one.',
  },
});

class AdminEscrowRequest {
  @Id()
  campaignId!: string;
}

export const getAdminEscrow = contract({
  subject: 'escrow.console.get',
  request: AdminEscrowRequest,
  reply: AdminEscrowDetails,
  errors: ['NOT_FOUND'],
  http: {
    id: 'adminGetEscrow',
    route: `GET ${ESCROWS}/:campaignId`,
    tag,
    summary: 'Get the escrow of a campaign with what the operator does next and why',
  },
});

/** Members of the status of a contract that a message changes. */
export const STATUS_MEMBERS = enumeration('EscrowStatusMember', [
  'phase',
  'version',
  'entry_count',
  'total_points',
  'last_committed',
  'cursor',
  'failed_count',
  'balance',
]);

export class EscrowStatusChange {
  @OneOf(STATUS_MEMBERS, { description: 'Member of the status of the contract', example: 'entry_count' })
  member!: (typeof STATUS_MEMBERS)[number];

  @Text({ max: 128, nullable: true, description: 'Value now; null: none', example: '0' })
  before!: string | null;

  @Text({ max: 128, nullable: true, description: 'Value after the message; null: none', example: '250' })
  after!: string | null;
}

/** Largest message: a commit of 2,000 entries. */
const MAX_MESSAGE_CHARACTERS = 350_000;

export class EscrowDryRun extends OperatorDecision {
  @AnyObject({
    maxBytes: MAX_MESSAGE_CHARACTERS,
    nullable: true,
    description: 'Message that would be signed now; null: none',
    example: { distribute: { limit: 50 } },
  })
  message!: Record<string, unknown> | null;

  @Text({
    ...REASON,
    nullable: true,
    description: 'Why the contract would refuse the message, or it could not be simulated; null: it would not',
    example: null,
  })
  refusal!: string | null;

  @Amount({ nullable: true, description: 'Gas that a simulation used; null: none succeeded', example: '98000' })
  gasUsed!: string | null;

  @Amount({ nullable: true, description: 'Gas limit that would be signed; null: no simulation', example: '127400' })
  gasLimit!: string | null;

  @Text({
    max: 128,
    form: 'denom',
    nullable: true,
    description: 'Coin of the fee; null: no simulation',
    example: 'untrn',
  })
  feeDenom!: string | null;

  @Amount({ nullable: true, description: 'Fee in base units of the coin; null: no simulation', example: '3185' })
  feeAmount!: string | null;

  @Amount({
    nullable: true,
    description: 'Base units of the coin that the key has; null: no simulation',
    example: '90000',
  })
  keyBalance!: string | null;

  @ListOf(() => EscrowStatusChange, { max: STATUS_MEMBERS.length, description: 'What the message would change' })
  changes!: EscrowStatusChange[];
}

export const dryRunEscrow = contract({
  subject: 'escrow.console.dry-run',
  request: AdminEscrowRequest,
  reply: EscrowDryRun,
  errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE', 'CHAIN_NOT_CONFIGURED', 'ESCROW_KEY_MISSING'],
  deadlineMs: 10_000,
  http: {
    id: 'adminDryRunEscrow',
    route: `GET ${ESCROWS}/:campaignId/dry-run`,
    tag,
    summary: 'Get the message that the operator would send now, without signing it',
    replies: {
      until: '2026-05-04T12:00:00.000Z',
      ...{ message: null, gasUsed: null, gasLimit: null, feeDenom: null, feeAmount: null, keyBalance: null },
      changes: [],
    },
    description:
      'Reads the nodes of the chain now and simulates the message. What the operator decides can differ a moment later.',
  },
});
