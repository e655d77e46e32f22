import type { NodeFaultKind } from '@questp/messages/escrow';
import type { Transfer } from './transfers.js';

/** Longest log of a node that is kept. */
export const MAX_LOG_CHARACTERS = 1_000;

/** An answer of a node that is not used. The message never quotes the node. */
export class NodeFault extends Error {
  /** The log of the node about a refusal. */
  readonly log: string;

  constructor(
    readonly kind: NodeFaultKind,
    detail: string,
    log = '',
  ) {
    super(detail);
    this.log = log.slice(0, MAX_LOG_CHARACTERS);
  }
}

/** The SDK's integers have at most 256 bits. */
export const AMOUNT = /^\d{1,78}$/;

export interface Block {
  height: number;
  time: Date;
  /** Upper-case hex. */
  hash: string;
}

export interface Account {
  accountNumber: bigint;
  sequence: bigint;
}

/** Transfers of an asset from an account. */
export interface TransferSearch {
  /** A denomination, or the address of a CW20 contract. */
  asset: { kind: 'native' | 'cw20'; id: string };
  sender: string;
  /** Undefined: of anybody. */
  recipient?: string;
  fromHeight: number;
  toHeight: number;
  /** Of transactions, from 1. */
  page: number;
}

export interface OutgoingTransfer {
  recipient: string;
  /** Hash of the transaction, upper-case hex. */
  hash: string;
  height: number;
}

/** What a transaction moved. */
export interface TxTransfers {
  height: number;
  /** False: it failed, and moved nothing. */
  succeeded: boolean;
  transfers: Transfer[];
}

/** Answers of one node. Every method throws NodeFault. */
export interface ChainNode {
  /** Position among the endpoints of the chain, from 1. */
  readonly position: number;
  /** The latest block. */
  tip(): Promise<Block>;
  block(height: number): Promise<Block>;
  /** The JSON that a contract answers at a height, not validated. */
  smart(contract: string, query: object, height: number): Promise<unknown>;
  /** SHA-256 of the code of a contract at a height, in lower-case hex. Null: no such contract. */
  codeChecksum(contract: string, height: number): Promise<string | null>;
  /** Base units of a denomination that exist at a height. */
  supply(denom: string, height: number): Promise<bigint>;
  /** Null: no such account at that height. */
  account(address: string, height: number): Promise<Account | null>;
  /** Base units of a coin. */
  balance(address: string, denom: string, height: number): Promise<bigint>;
  /** The transfers of a page of transactions, in their order. */
  searchTransfers(search: TransferSearch): Promise<{ transfers: OutgoingTransfer[]; hasMore: boolean }>;
  /** Null: not in a block that the node has. @param hash upper-case hex */
  transfers(hash: string): Promise<TxTransfers | null>;
}

/** Result of a broadcast: what the mempool of the node decided. */
export interface BroadcastResult {
  /** 0: accepted. */
  code: number;
  codespace: string;
  /** At most MAX_LOG_CHARACTERS characters. */
  log: string;
}

export interface TxResult extends BroadcastResult {
  height: number;
  gasUsed: bigint;
}

/** A node that takes transactions. */
export interface TxNode extends ChainNode {
  /** Gas that the transaction would use. */
  simulate(tx: Uint8Array): Promise<bigint>;
  /** Hands the transaction to the mempool. */
  broadcast(tx: Uint8Array): Promise<BroadcastResult>;
  /** Null: not in a block that the node has. @param hash upper-case hex */
  transaction(hash: string): Promise<TxResult | null>;
}
