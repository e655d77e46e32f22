import type { Timestamp } from '../language/contract/common.js';
import { Amount, Flag, ListOf, Text, Time, Whole } from '../language/fields/index.js';
import { requests } from './fact-costs.js';
import { factContract } from './facts.js';

/** Bounds of the reply: transfers per transaction and coins per transfer. Without further ones it is not complete. */
export const MAX_TRANSFERS = 200;
export const MAX_COINS = 20;

const ADDRESS = { min: 1, max: 128, form: 'lower_letters_and_digits' } as const;

/** An amount of one denomination, in base units. */
export class Coin {
  @Text({ min: 1, max: 128, form: 'denom', description: 'Denomination of the coin', example: 'untrn' })
  denom!: string;

  @Amount({ description: 'Amount in base units; of more than 39 digits: the largest of 39', example: '1250000' })
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

/** A transaction in a block, as reported by a node of the chain. */
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

  @Flag({
    optional: true,
    description: 'False: it may have sends besides the transfers, which are too many or cannot be read',
  })
  isComplete?: boolean;
}

class ChainTransactionRequest {
  @Text({ min: 1, max: 64, form: 'chain_id' })
  chainId!: string;

  @Text({ form: 'transaction_hash' })
  txHash!: string;

  @Text({ min: 1, max: 128, form: 'denom', optional: true, description: 'The coins that are read; absent: all' })
  denom?: string;
}

/** Reads one transaction of a chain by its hash. */
export const readChainTransaction = factContract(
  'integrations.facts.chain-transaction',
  ChainTransactionRequest,
  ChainTransaction,
  {
    reads:
      'a transaction of a chain by its hash: height, time, result, and the transfers of MsgSend and MsgMultiSend, also inside MsgExec',
    within: `${MAX_TRANSFERS} transfers with ${MAX_COINS} coins of the denomination each; with more, or one that cannot be read, a missing transfer is for a reviewer`,
  },
  requests(0),
);
