import { type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { enumeration, Amount, ListOf, Nested, OneOf, Text, Time, Whole } from '../fields/index.js';

/** Transfers of a transaction, and coins of a transfer, that are told; of one that has more the first ones. */
export const MAX_TRANSFERS = 200;
export const MAX_COINS = 20;

const ADDRESS = { min: 1, max: 128, form: 'lower_letters_and_digits' } as const;

/** An amount of one denomination, in base units. */
export class Coin {
  @Text({ min: 1, max: 128, form: 'denom', description: 'Denomination of the coin', example: 'untrn' })
  denom!: string;

  @Amount({ description: 'In base units', example: '1250000' })
  amount!: string;
}

/** Coins that a transaction moved from one account to another. */
export class ChainTransfer {
  @Text(ADDRESS)
  sender!: string;

  @Text(ADDRESS)
  recipient!: string;

  @ListOf(() => Coin, { max: MAX_COINS })
  amounts!: Coin[];
}

/** A transaction in a block, as the chain's node tells it. */
export class ChainTransaction {
  @Text({ form: 'transaction_hash' })
  hash!: string;

  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  height!: number;

  @Time({ description: 'Time of the block' })
  time!: Timestamp;

  @Whole({ min: 0, max: 2 ** 32 - 1, description: '0: it succeeded; else it moved nothing but its fee' })
  code!: number;

  @ListOf(() => ChainTransfer, {
    max: MAX_TRANSFERS,
    description: 'Sends signed by their sender; empty when the transaction failed',
  })
  transfers!: ChainTransfer[];
}

class ChainTransactionRequest {
  @Text({ min: 1, max: 64, form: 'chain_id' })
  chainId!: string;

  @Text({ form: 'transaction_hash' })
  txHash!: string;
}

/**
 * - found: `transaction` is in a block.
 * - not_found: the node answered and knows no such transaction, or not yet.
 * - unavailable: no node of the chain gave a usable answer in time.
 * - unsupported_chain: no node is configured for the chain.
 */
export const CHAIN_TRANSACTION_STATUSES = enumeration('ChainTransactionStatus', [
  'found',
  'not_found',
  'unavailable',
  'unsupported_chain',
]);
export type ChainTransactionStatus = (typeof CHAIN_TRANSACTION_STATUSES)[number];

export class ChainTransactionReply {
  @OneOf(CHAIN_TRANSACTION_STATUSES)
  status!: ChainTransactionStatus;

  @Nested(() => ChainTransaction, { nullable: true, description: 'Null unless it was found' })
  transaction!: ChainTransaction | null;

  @Text({ max: 500, nullable: true, description: 'Why there is none, readable by earners; holds no secret' })
  detail!: string | null;
}

/** Reads one transaction of a chain by its hash. Answers within its deadline whatever the node does. */
export const getChainTransaction = contract({
  subject: 'integrations.chain.transaction',
  callers: ['quests-verify'],
  reads: true,
  request: ChainTransactionRequest,
  reply: ChainTransactionReply,
  deadlineMs: 4_000,
});
