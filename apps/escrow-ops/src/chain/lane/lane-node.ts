/** A transaction in a block. */
export interface IncludedTransaction {
  height: number;
  /** 0: it succeeded. */
  code: number;
  gasUsed: bigint;
  log: string;
}

/** The code of a refused transaction and the reason in the words of the node. */
export interface NodeRefusal {
  codespace: string;
  code: number;
  log: string;
}

/** The requests of the signer lane to a chain. Every method throws while too few nodes agree. */
export interface LaneNode {
  /** Number of times the chain was reset: started again from block 1 under the same id. */
  resets(): Promise<number>;
  /** Height of the last block. Later answers are of this block or a later one. */
  height(): Promise<number>;
  /** Undefined while the chain does not know the account. */
  account(address: string): Promise<{ accountNumber: bigint; sequence: bigint } | undefined>;
  balance(address: string, denom: string): Promise<bigint>;
  /**
   * Runs an unsigned transaction on the last state. A refusal has a text only, because queries return no error code. Reads
   * after a refusal see that state or a later one.
   */
  simulate(bytes: Uint8Array): Promise<{ gasUsed: bigint } | { refusal: string }>;
  /** Hands a transaction to the mempool (broadcast_tx_sync). Undefined: it is there, perhaps from an earlier call. */
  broadcast(bytes: Uint8Array): Promise<NodeRefusal | undefined>;
  /** Undefined if it is in no block up to the height. @param hash upper-case hex */
  find(hash: string): Promise<IncludedTransaction | undefined>;
}
