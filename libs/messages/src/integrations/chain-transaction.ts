import type { Timestamp } from '../language/contract/common.js';
import {
  Amount,
  enumeration,
  Flag,
  ListOf,
  ListOfOneOf,
  ListOfText,
  OneOf,
  Text,
  Time,
  Whole,
} from '../language/fields/index.js';
import { requests } from './fact-costs.js';
import { factContract } from './facts.js';

/** Bounds of the reply. What has more is not complete. */
export const MAX_TRANSACTIONS = 20;
export const MAX_ACTS = 200;
export const MAX_COINS = 20;
/** Bytes of JSON of the acts of a transaction, and of all transactions of a reply. */
export const ACTS_BYTES = 128 * 1024;
export const TRANSACTIONS_BYTES = 256 * 1024;

/** Linked addresses that one search covers. */
export const MAX_SENDERS = 20;

const ADDRESS = { min: 1, max: 128, form: 'lower_letters_and_digits' } as const;
/** A number of 64 bits. */
const NUMBER = { max: 20, form: 'digits' } as const;

/**
 * What a message of a transaction does. `ibc_refund` is a relayer's: coins sent by IBC come back to their sender, after
 * an error on the other chain or a timeout. The sender of every other act signed it, or granted it (authz).
 */
export const CHAIN_ACT_KINDS = enumeration('ChainActKind', [
  'transfer',
  'swap',
  'lp_add',
  'delegate',
  'undelegate',
  'redelegate',
  'cancel_unbonding',
  'vote',
  'proposal',
  'cancel_proposal',
  'nft_mint',
  'execute',
  'instantiate',
  'store_code',
  'blob',
  'ibc_transfer',
  'ibc_refund',
]);
export type ChainActKind = (typeof CHAIN_ACT_KINDS)[number];

export const VOTE_OPTIONS = enumeration('VoteOption', ['yes', 'no', 'abstain', 'no_with_veto']);
export type VoteOption = (typeof VOTE_OPTIONS)[number];

/** An amount of one denomination, in base units. */
export class Coin {
  @Text({
    ...{ min: 1, max: 128, form: 'denom' },
    description: 'Denomination of the coin; cw20:<contract> for a token of a CW20 contract',
    example: 'untrn',
  })
  denom!: string;

  @Amount({ description: 'Amount in base units; of more than 39 digits: the largest of 39', example: '1250000' })
  amount!: string;
}

/** Data published on a data availability layer. */
export class ChainBlob {
  @Text({ min: 2, max: 64, form: 'hex_bytes', description: 'Namespace: version and id, in hex' })
  namespace!: string;

  @Whole({ min: 0, max: 2 ** 32 - 1, description: 'Bytes of the data' })
  bytes!: number;
}

/** What one message of a transaction did. Members that the message does not have are absent. */
export class ChainAct {
  @OneOf(CHAIN_ACT_KINDS)
  kind!: ChainActKind;

  @Text({ ...ADDRESS, description: 'Account that acted' })
  sender!: string;

  @Text({
    ...ADDRESS,
    optional: true,
    description: 'Account that receives coins or a token, on the other chain for IBC',
  })
  recipient?: string;

  @ListOf(() => Coin, {
    max: MAX_COINS,
    optional: true,
    description:
      'Coins given: transferred, swapped, added to a pool, (un)delegated, paid to a contract, initial deposit of a proposal',
  })
  amounts?: Coin[];

  @ListOf(() => Coin, { max: MAX_COINS, optional: true, description: 'Coins that a swap gave, at least' })
  received?: Coin[];

  @ListOfText({
    ...{ max: 20, maxLength: 128, form: 'pool_id', optional: true },
    description: 'Pools of a swap, in every part of its route, or of liquidity',
  })
  poolIds?: string[];

  @Text({ ...ADDRESS, optional: true, description: 'Contract that was called' })
  contract?: string;

  @Text({ min: 1, max: 100, form: 'word', optional: true, description: 'Name of the message to the contract' })
  method?: string;

  @Text({ ...ADDRESS, optional: true, description: 'Validator; of a redelegation the new one' })
  validator?: string;

  @Text({ ...ADDRESS, optional: true, description: 'Validator that a redelegation leaves' })
  sourceValidator?: string;

  @Text({ ...NUMBER, optional: true, description: 'Proposal that is voted on, was submitted or was cancelled' })
  proposalId?: string;

  @ListOfOneOf(VOTE_OPTIONS, {
    max: VOTE_OPTIONS.length,
    optional: true,
    description: 'Options with a share of the vote',
  })
  options?: VoteOption[];

  @Text({ max: 255, optional: true, description: 'Title of the proposal; longer ones end there' })
  title?: string;

  @Text({
    min: 1,
    max: 128,
    form: 'pool_id',
    optional: true,
    description: 'Collection of a minted token: contract or id',
  })
  collection?: string;

  @Text({ ...NUMBER, optional: true, description: 'Code that was stored or instantiated' })
  codeId?: string;

  @Text({ form: 'sha256', optional: true, description: 'Checksum of stored code' })
  codeChecksum?: string;

  @ListOfText({
    ...{ max: 20, maxLength: 128, form: 'lower_letters_and_digits', optional: true },
    description: 'Contracts that were instantiated',
  })
  instantiated?: string[];

  @ListOf(() => ChainBlob, { max: 50, optional: true, description: 'Data that was published' })
  blobs?: ChainBlob[];

  @Text({ min: 1, max: 64, form: 'handle', optional: true, description: 'Channel, or client, that IBC coins leave by' })
  channel?: string;

  @Text({ ...NUMBER, optional: true, description: 'Number of the IBC packet in its channel' })
  sequence?: string;

  @Text({
    ...{ min: 1, max: 64, form: 'chain_id', optional: true },
    description: 'Chain that IBC coins go to, by the client of the channel; absent: the node did not prove it',
  })
  destinationChainId?: string;
}

/** A transaction in a block, as reported by a node of the chain. */
export class ChainTransaction {
  @Text({ form: 'transaction_hash' })
  hash!: string;

  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  height!: number;

  @Time({ description: 'Time of the block' })
  time!: Timestamp;

  @Whole({ min: 0, max: 2 ** 32 - 1, description: '0: it succeeded; else it did nothing but pay its fee' })
  code!: number;

  @ListOf(() => ChainAct, {
    ...{ max: MAX_ACTS, maxBytes: ACTS_BYTES },
    description: 'Acts of the requested kinds, one or more per message; empty when the transaction failed',
  })
  acts!: ChainAct[];

  @Flag({ description: 'False: it may have more of the requested acts, which are too many or cannot be read' })
  isComplete!: boolean;
}

/** Transactions found by their hash or by a search. */
export class ChainTransactions {
  @ListOf(() => ChainTransaction, { max: MAX_TRANSACTIONS, maxBytes: TRANSACTIONS_BYTES })
  transactions!: ChainTransaction[];

  @Flag({
    description: 'False: there may be more such transactions, because not everything was read or a node did not answer',
  })
  isComplete!: boolean;
}

class ChainTransactionsRequest {
  @Text({ min: 1, max: 64, form: 'chain_id' })
  chainId!: string;

  @Text({
    form: 'transaction_hash',
    optional: true,
    description: 'The only transaction that is read, even a failed one',
  })
  txHash?: string;

  @ListOfText({
    ...{ min: 1, max: MAX_SENDERS, maxLength: 128, form: 'lower_letters_and_digits', optional: true },
    description: 'Only acts of these accounts; absent: of any',
  })
  senders?: string[];

  @ListOfOneOf(CHAIN_ACT_KINDS, { min: 1, max: CHAIN_ACT_KINDS.length, description: 'Only acts of these kinds' })
  kinds!: ChainActKind[];

  @Text({ min: 1, max: 128, form: 'denom', optional: true, description: 'Only coins of this denomination' })
  denom?: string;

  @Text({ ...ADDRESS, optional: true, description: 'Search for transactions that call this contract' })
  contract?: string;

  @Text({ ...ADDRESS, optional: true, description: 'Search for transactions that send coins to this account' })
  recipient?: string;

  @Text({ ...ADDRESS, optional: true, description: 'Search for delegations to this validator' })
  validator?: string;

  @Text({ ...NUMBER, min: 1, optional: true, description: 'Search for votes on this proposal' })
  proposalId?: string;

  @Text({
    min: 1,
    max: 64,
    form: 'handle',
    optional: true,
    description: 'With `sequence`: search for refunds of a packet',
  })
  channel?: string;

  @Text({ ...NUMBER, min: 1, optional: true })
  sequence?: string;

  @Time({ nullable: true, description: 'A search ends at earlier blocks; null: it does not' })
  since!: Timestamp | null;

  @Whole({
    ...{ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true },
    description: 'Search in later blocks, oldest first; absent: newest first',
  })
  afterHeight?: number;
}

/**
 * Reads a transaction of a chain by its hash, or searches for the successful ones with an act of the requested kinds:
 * by sender, or by contract, recipient, validator, proposal or packet. With a hash, `not_found` means that the chain has no such
 * transaction or not yet. A search that finds nothing has an empty list, which proves nothing unless it is complete, and
 * little about the last minutes, because nodes index a transaction after its block.
 */
export const readChainTransactions = factContract(
  'integrations.facts.chain-transactions',
  ChainTransactionsRequest,
  ChainTransactions,
  {
    reads:
      'a transaction of a chain by its hash, or those of the linked wallets by a search: height, time, result, and what each message did, also inside MsgExec',
    within: `${MAX_TRANSACTIONS} transactions and ${MAX_ACTS} acts in each; with more, or a message that cannot be read, a missing act is for a reviewer`,
  },
  requests(0),
);
