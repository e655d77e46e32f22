import { ACCOUNT_CHAIN, type Timestamp } from '../language/contract/common.js';
import { Count, Id, OneOf, Text, Time, enumeration } from '../language/fields/index.js';
import { ESCROW_KEYS, type EscrowKey } from '../integrations/escrow-keys.js';
import { Noted } from '../shared/noted.js';

/** send: a message is next. wait: one may follow later. stop: the chain contradicts the plan. done: none follows. */
export const OPERATION_STATES = enumeration('EscrowOperationState', ['send', 'wait', 'stop', 'done']);
export type OperationState = (typeof OPERATION_STATES)[number];

/** Why a message is sent. */
export const SEND_CODES = [
  'commit_entries',
  'plan_replaced',
  'entries_unknown',
  'allocation_committed',
  'payouts_due',
  'payouts_examined',
  'payouts_failed',
  'leftover',
  'not_finalized_in_time',
] as const;

/** What a campaign waits for. */
export const WAIT_CODES = [
  'held',
  'not_funded',
  'not_ended',
  'paused',
  'plan_not_approved',
  'plan_rejected',
  'pool_changed',
  'comparing_entries',
  'challenge',
  'disputed',
  'claims_open',
  'retry_later',
  'balance_unreadable',
  'message_refused',
  'escrow_unreadable',
  'fees_reserved',
  'leftover_too_small',
  'reclaim_later',
] as const;

/** How the chain contradicts the plan, or what the plan has wrong. */
export const STOP_CODES = [
  'escrow_missing',
  'terms_differ',
  'plan_damaged',
  'pool_differs',
  'entries_differ',
  'finalized_without_plan',
  'finalized_differs',
] as const;

/** Why nothing follows. */
export const DONE_CODES = ['paid_out', 'reserve_lapsed', 'cancelled', 'expired'] as const;

export const OPERATION_CODES = enumeration('EscrowOperationCode', [
  ...SEND_CODES,
  ...WAIT_CODES,
  ...STOP_CODES,
  ...DONE_CODES,
]);
export type OperationCode = (typeof OPERATION_CODES)[number];

/** The operator sends no message to an escrow, because the chain contradicts the plan. */
export class EscrowContradiction extends Noted {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Count({ description: 'Funding attempt', example: 1 })
  attempt!: number;

  @OneOf(OPERATION_CODES, { description: 'What contradicts', example: 'finalized_differs' })
  code!: OperationCode;

  @Text({
    max: 1_000,
    description: 'What contradicts, in a sentence',
    example: 'The escrow has another allocation_sha256.',
  })
  reason!: string;
}

/** The commit deadline of an escrow is near, or over, and no allocation is finalized. */
export class EscrowDeadline extends Noted {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Count({ description: 'Funding attempt', example: 1 })
  attempt!: number;

  @Time({ description: 'Commit deadline of the escrow', example: '2026-06-01T12:00:00.000Z' })
  commitDeadline!: Timestamp;

  @Text({
    max: 1_000,
    description: 'What keeps the allocation from being finalized, in a sentence',
    example: 'No payout plan of this funding is approved.',
  })
  reason!: string;
}

/** A lane of transactions makes no progress. */
export class EscrowLaneBlocked extends Noted {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @OneOf(ESCROW_KEYS, { description: 'Key of the lane', example: 'escrow_operator' })
  provider!: EscrowKey;

  @Text({ max: 1_000, description: 'What blocks it', example: 'A transaction is in no block.' })
  reason!: string;
}
