import { ACCOUNT_ADDRESS, CSV_FORM, Creating, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import {
  combine,
  Count,
  enumeration,
  Id,
  ListOf,
  MAX_TRANSACTION_TEXT,
  OneOf,
  Text,
  Time,
  UserId,
} from '../language/fields/index.js';
import { OfPlan } from './of-campaign.js';

/** Maximum payments of an import. */
export const MAX_IMPORTED = 400;
/** Maximum characters of a file, so that it fits the limits of gateway and broker with JSON escapes. */
const MAX_FILE_CHARACTERS = 100_000;

export const IMPORTED_PAYMENT_STATUSES = enumeration('ImportedPaymentStatus', ['waiting', 'paid', 'refused']);
export type ImportedPaymentStatus = (typeof IMPORTED_PAYMENT_STATUSES)[number];

export const IMPORTED_PAYMENT_REASONS = enumeration('ImportedPaymentReason', [
  'NODES_UNAVAILABLE',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_FAILED',
  'BEFORE_APPROVAL',
  'NOT_A_PAYOUT',
  'ALREADY_PAID',
  'NO_TRANSFER',
  'WRONG_AMOUNT',
  'TRANSFER_USED',
]);
export type ImportedPaymentReason = (typeof IMPORTED_PAYMENT_REASONS)[number];

const HASH = {
  description: 'Hash of the transaction on the chain of the pool',
  example: 'AB'.repeat(32),
} as const;
const PAID_ADDRESS = { ...ACCOUNT_ADDRESS, example: 'neutron1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq' } as const;

/** A transaction that paid. */
export class Payment {
  @Text({
    ...HASH,
    max: MAX_TRANSACTION_TEXT,
    form: 'any_transaction_hash',
    description: 'Hash of the transaction on the chain of the pool, or a link to it at an explorer',
  })
  txHash!: string;

  @Text({
    ...PAID_ADDRESS,
    optional: true,
    min: 1,
    form: 'address',
    description: 'Address that it paid; all payouts that the transaction made by default',
  })
  address?: string;
}

/** An import of payments and its progress. */
export class PaymentImport {
  @Id({ description: 'Id of the import' })
  id!: string;

  @UserId({ description: 'Member of the team who imported it' })
  importedBy!: string;

  @Time({ description: 'When it was imported' })
  importedAt!: Timestamp;

  @Count({ description: 'Payments whose transaction is not verified yet', example: 3 })
  waiting!: number;

  @Count({ description: 'Payments that are verified and recorded', example: 117 })
  paid!: number;

  @Count({ description: 'Payments that pay nothing, each with a reason', example: 0 })
  refused!: number;
}

export class ImportedPayment {
  @Count({ description: 'Place in the import, from 1', example: 1 })
  position!: number;

  @Text({ ...HASH, form: 'transaction_hash' })
  txHash!: string;

  @Text({ ...PAID_ADDRESS, nullable: true, description: 'Address that it paid; null: all payouts of the transaction' })
  address!: string | null;

  @OneOf(IMPORTED_PAYMENT_STATUSES, {
    description: 'waiting: not verified yet. refused: pays nothing',
    example: 'paid',
  })
  status!: ImportedPaymentStatus;

  @OneOf(IMPORTED_PAYMENT_REASONS, {
    nullable: true,
    example: null,
    description:
      'Why it is refused, or still waits; null: none. NODES_UNAVAILABLE: too few nodes of the chain agree. TRANSACTION_NOT_FOUND: no node has it. BEFORE_APPROVAL: its block is at least 60 seconds older than the approval of the plan. NOT_A_PAYOUT: the plan does not pay this address. ALREADY_PAID: by another transaction. NO_TRANSFER: it does not pay this address in the asset of the pool. TRANSFER_USED: the transfer is recorded for another payout',
  })
  reason!: ImportedPaymentReason | null;

  @Count({ description: 'Number of payouts that it paid', example: 1 })
  payouts!: number;
}

const IMPORTS = '/v1/projects/:projectId/campaigns/:campaignId/payout-plans/:planId/payment-imports';
const tag = 'escrow';

class ImportingRequest extends combine(OfPlan, Creating) {
  @UserId({ from: 'userId' })
  userId!: string;
}

class ImportPaymentsRequest extends ImportingRequest {
  @ListOf(() => Payment, { min: 1, max: MAX_IMPORTED, description: 'Transactions that paid' })
  payments!: Payment[];
}

const errors = ['PLAN_NOT_CURRENT', 'POOL_NOT_MANUAL', 'TOO_MANY'] as const;
const VERIFIED =
  'Each transaction is read from nodes of the chain that agree. A payout is paid once a transfer of exactly its amount to its address is found, made after the approval of the plan by whomever; a transfer pays one payout. Read the import for its progress.';

export const importPayments = contract({
  subject: 'escrow.payment-imports.create',
  request: ImportPaymentsRequest,
  reply: PaymentImport,
  errors,
  http: {
    id: 'importPayments',
    route: `POST ${IMPORTS}`,
    tag,
    summary: 'Import the transactions that paid payouts',
    description: VERIFIED,
    status: 201,
    idempotent: true,
  },
});

class ImportPaymentFileRequest extends ImportingRequest {
  @Text({
    max: MAX_FILE_CHARACTERS,
    example: `address,tx_hash\r\nneutron1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq,${'AB'.repeat(32)}\r\n`,
  })
  file!: string;
}

export const importPaymentFile = contract({
  subject: 'escrow.payment-imports.create-from-file',
  request: ImportPaymentFileRequest,
  reply: PaymentImport,
  errors,
  http: {
    id: 'importPaymentFile',
    route: `POST ${IMPORTS}/csv`,
    tag,
    csv: 'file',
    summary: 'Import the transactions that paid payouts from a CSV file',
    description: `A file of at most ${MAX_IMPORTED} rows with the columns address and tx_hash, such as a payout batch; rows without a hash are left out. ${CSV_FORM} ${VERIFIED}`,
    status: 201,
    idempotent: true,
  },
});

class ImportRequest extends OfPlan {
  @Id({ description: 'Id of the import' })
  importId!: string;
}

export const getPaymentImport = contract({
  subject: 'escrow.payment-imports.get',
  request: ImportRequest,
  reply: PaymentImport,
  http: { id: 'getPaymentImport', route: `GET ${IMPORTS}/:importId`, tag, summary: 'Get the progress of an import' },
});

class ListImportedRequest extends combine(ImportRequest, PageRequest) {
  @OneOf(IMPORTED_PAYMENT_STATUSES, { optional: true, description: 'Only with this status' })
  status?: ImportedPaymentStatus;
}

export const listImportedPayments = contract({
  subject: 'escrow.payment-imports.payments',
  request: ListImportedRequest,
  reply: pageOf(ImportedPayment),
  http: {
    id: 'listImportedPayments',
    route: `GET ${IMPORTS}/:importId/payments`,
    tag,
    summary: 'List the payments of an import',
  },
});
