import { ACCOUNT_ADDRESS, Creating, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { FileRequest, FileTicket } from '../language/contract/file-ticket.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Amount, Count, Id, ListOf, Nested, Text, Time, UserId, Whole, combine } from '../language/fields/index.js';
import { OfPlan } from './of-campaign.js';
import { ReadyMessage } from './ready-message.js';

/** Maximum payouts of a batch. */
export const MAX_BATCH_PAYOUTS = 400;
/** Maximum messages of a transaction. */
export const MAX_PART_MESSAGES = 8;

const BATCH_ID = { description: 'Id of the batch', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b12' } as const;

/** Payouts that the team pays together. */
export class PayoutBatch {
  @Id(BATCH_ID)
  id!: string;

  @Count({ description: 'Number, from 1 for each plan', example: 1 })
  batch!: number;

  @Count({ description: 'Number of payouts', example: 120 })
  payouts!: number;

  @Count({ description: 'Number of payouts that are not paid yet', example: 120 })
  unpaid!: number;

  @Count({
    description:
      'Number of unpaid payouts to accounts that are no longer active, such as those suspended since the approval. Decide about them before you pay the batch',
    example: 0,
  })
  suspended!: number;

  @Amount({ description: 'Sum of the payouts, in base units', example: '245000000' })
  total!: string;

  @UserId({ description: 'Member of the team who made it' })
  createdBy!: string;

  @Time({ description: 'When it was made' })
  createdAt!: Timestamp;
}

const PLAN = '/v1/projects/:projectId/campaigns/:campaignId/payout-plans/:planId';
const BATCHES = `${PLAN}/batches`;
const tag = 'escrow';

class CreateBatchRequest extends combine(OfPlan, Creating) {
  @UserId({ from: 'userId' })
  userId!: string;

  @Whole({
    min: 1,
    max: MAX_BATCH_PAYOUTS,
    default: MAX_BATCH_PAYOUTS,
    description: `Maximum number of payouts; ${MAX_BATCH_PAYOUTS} by default`,
    example: 100,
  })
  most!: number;
}

export const createPayoutBatch = contract({
  subject: 'escrow.payout-batches.create',
  request: CreateBatchRequest,
  reply: PayoutBatch,
  errors: ['PLAN_NOT_CURRENT', 'POOL_NOT_MANUAL', 'NO_PAYOUT_LEFT'],
  http: {
    id: 'createPayoutBatch',
    route: `POST ${BATCHES}`,
    tag,
    summary: 'Create a batch of payouts of an approved plan',
    description:
      'For a campaign that the team pays itself. Takes the payouts with the highest ranks that are neither paid nor in a batch.',
    status: 201,
    idempotent: true,
  },
});

class ListBatchesRequest extends combine(OfPlan, PageRequest) {}

export const listPayoutBatches = contract({
  subject: 'escrow.payout-batches.list',
  request: ListBatchesRequest,
  reply: pageOf(PayoutBatch),
  http: { id: 'listPayoutBatches', route: `GET ${BATCHES}`, tag, summary: 'List the payout batches, latest first' },
});

class OpenBatchRequest extends combine(OfPlan, FileRequest) {
  @Id(BATCH_ID)
  batchId!: string;
}

export const openPayoutBatch = contract({
  subject: 'escrow.payout-batches.open',
  request: OpenBatchRequest,
  reply: FileTicket,
  errors: ['PLAN_NOT_CURRENT', 'POOL_NOT_MANUAL'],
  http: {
    id: 'getPayoutBatchFile',
    route: `GET ${BATCHES}/:batchId/payouts.csv`,
    tag,
    file: ['text/csv; charset=utf-8'],
    summary: 'Get a payout batch as a CSV file',
    description:
      'Columns: batch, rank, user_public_id, address, amount_base, denom, tx_hash. With the hashes filled in, it is a file for `importPaymentFile`.',
  },
});

class BatchMessagesRequest extends OfPlan {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id(BATCH_ID)
  batchId!: string;

  @Text({
    ...ACCOUNT_ADDRESS,
    min: 1,
    form: 'address',
    description: 'Account that pays, on the chain of the pool',
    example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
  })
  sender!: string;

  @Whole({ min: 1, max: MAX_BATCH_PAYOUTS, default: 1, description: 'Transaction of the batch, from 1', example: 1 })
  part!: number;
}

/** Who read the messages of a part before. */
export class BatchPartReading {
  @UserId()
  userId!: string;

  @Text({ ...ACCOUNT_ADDRESS, description: 'Account that pays in these messages' })
  sender!: string;

  @Time({ description: 'When the messages were last read' })
  readAt!: Timestamp;
}

/** One transaction of a batch. */
export class BatchMessages {
  @Count({ description: 'Number of transactions of the batch', example: 1 })
  parts!: number;

  @Count({ description: 'Number of payouts that the messages make', example: 120 })
  payouts!: number;

  @Nested(() => BatchPartReading, {
    nullable: true,
    description:
      'Latest reading of this part by another user or for another sender: it may be signed already, and both transactions would pay. null: none',
  })
  earlierReading!: BatchPartReading | null;

  @ListOf(() => ReadyMessage, {
    max: MAX_PART_MESSAGES,
    description: 'Messages to sign together; empty: all payouts of this part are paid',
  })
  messages!: ReadyMessage[];
}

export const getPayoutBatchMessages = contract({
  subject: 'escrow.payout-batches.messages',
  request: BatchMessagesRequest,
  reply: BatchMessages,
  errors: ['PLAN_NOT_CURRENT', 'POOL_NOT_MANUAL', 'WALLET_ADDRESS_INVALID', 'CHAIN_NOT_SUPPORTED'],
  http: {
    id: 'getPayoutBatchMessages',
    route: `GET ${BATCHES}/:batchId/messages`,
    tag,
    summary: 'Get the messages that pay a part of a batch',
    description:
      'MsgMultiSend for coins, and a transfer of each payout for CW20 tokens. A part is a transaction that fits into a block. A part always has the same payouts; those that are recorded as paid are left out, so import the hash of a transaction before its part is signed again.',
  },
});
