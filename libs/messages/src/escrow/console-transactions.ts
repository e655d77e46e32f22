import type { Timestamp } from '../language/contract/common.js';
import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Amount, Count, Id, OneOf, Text, Time, Whole, enumeration } from '../language/fields/index.js';
import { ESCROW_KEYS, type EscrowKey } from '../integrations/escrow-keys.js';

/**
 * - open: not decided yet. Its bytes are broadcast until they are in a block or their timeout height has passed.
 * - succeeded, failed: it is in a block.
 * - expired: it is in no block up to its timeout height.
 * - replaced: another transaction used its sequence.
 */
export const TRANSACTION_OUTCOMES = enumeration('EscrowTransactionOutcome', [
  'open',
  'succeeded',
  'failed',
  'expired',
  'replaced',
]);
export type EscrowTransactionOutcome = (typeof TRANSACTION_OUTCOMES)[number];

/** Longest stored log of a chain. */
const LOG = { max: 1_000, nullable: true, example: null } as const;

/** A transaction that a key of the escrow signed. */
export class EscrowTransaction {
  @Text({ form: 'transaction_hash', description: 'Hash', example: 'A1'.repeat(32) })
  hash!: string;

  @Id()
  campaignId!: string;

  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @OneOf(ESCROW_KEYS, { description: 'Key that signed it', example: 'escrow_operator' })
  key!: EscrowKey;

  @Text({
    ...ACCOUNT_ADDRESS,
    description: 'Address of the key',
    example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
  })
  signer!: string;

  @Text({
    ...ACCOUNT_ADDRESS,
    description: 'Contract that the message is for',
    example: 'neutron1qg5ega6dykkxc307y25pecuufrjkxkaggkkxh7nad0vhyhtuhw3sk3ugrm',
  })
  contract!: string;

  @Text({ max: 64, form: 'word', description: 'Name of the message', example: 'distribute' })
  action!: string;

  @Amount({ description: 'Sequence of the account', example: '42' })
  sequence!: string;

  @Amount({ description: 'Gas limit', example: '130000' })
  gasLimit!: string;

  @Text({ max: 128, form: 'denom', description: 'Coin of the fee', example: 'untrn' })
  feeDenom!: string;

  @Amount({ description: 'Fee in base units of the coin', example: '3250' })
  feeAmount!: string;

  @Count({ description: 'No later block includes it', example: 1_234_617 })
  timeoutHeight!: number;

  @Time({ description: 'When it was signed' })
  signedAt!: Timestamp;

  @Text({ ...LOG, description: 'Why a node last refused to take it; null: none did' })
  refusal!: string | null;

  @OneOf(TRANSACTION_OUTCOMES, { description: 'Outcome; the contract says what it did', example: 'succeeded' })
  outcome!: EscrowTransactionOutcome;

  @Count({ nullable: true, description: 'Height of its block; null: in none', example: 1_234_568 })
  height!: number | null;

  @Whole({ min: 0, max: 2 ** 31 - 1, nullable: true, description: 'Result code; null: in no block', example: 0 })
  code!: number | null;

  @Amount({ nullable: true, description: 'Gas that it used; null: in no block', example: '98000' })
  gasUsed!: string | null;

  @Text({ ...LOG, description: 'Log of a failed one' })
  error!: string | null;

  @Time({ nullable: true, description: 'When its outcome was known; null: open' })
  decidedAt!: Timestamp | null;
}

class ListTransactionsRequest extends PageRequest {
  @Id({ optional: true, description: 'Only of this campaign' })
  campaignId?: string;

  @Text({ ...ACCOUNT_CHAIN, form: 'chain_id', optional: true, description: 'Only on this chain', example: 'pion-1' })
  chainId?: string;

  @OneOf(ESCROW_KEYS, { optional: true, description: 'Only of this key' })
  key?: EscrowKey;

  @OneOf(TRANSACTION_OUTCOMES, { optional: true, description: 'Only with this outcome' })
  outcome?: EscrowTransactionOutcome;

  @Text({ max: 64, form: 'word', optional: true, description: 'Only with this message', example: 'distribute' })
  action?: string;
}

export const listEscrowTransactions = contract({
  subject: 'escrow.transactions.list',
  request: ListTransactionsRequest,
  reply: pageOf(EscrowTransaction),
  http: {
    id: 'adminListEscrowTransactions',
    route: 'GET /v1/admin/escrows/transactions',
    tag: 'admin',
    summary: 'List the transactions that the escrow keys signed, latest first',
    description: 'Every signature of a transaction is stored before it is broadcast, so the list misses none.',
  },
});
