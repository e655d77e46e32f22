/** A transaction in a block. */
export interface IncludedTransaction {
  height: number;
  /** 0: it succeeded. */
  code: number;
  gasUsed: bigint;
  log: string;
}

/** The code of a refused transaction and why, as the node words it. */
export interface NodeRefusal {
  codespace: string;
  code: number;
  log: string;
}

/** What the signer lane asks of a chain. Every method throws CHAIN_UNAVAILABLE while the nodes cannot be relied on. */
export interface LaneNode {
  /** Height that all nodes have reached. Throws while they disagree. */
  height(): Promise<number>;
  /** Undefined while the chain does not know the account. */
  account(address: string): Promise<{ accountNumber: bigint; sequence: bigint } | undefined>;
  balance(address: string, denom: string): Promise<bigint>;
  /** Runs an unsigned transaction on the last state. */
  simulate(bytes: Uint8Array): Promise<{ gasUsed: bigint } | NodeRefusal>;
  /** Hands a transaction to the mempool (broadcast_tx_sync). Undefined: it is there, perhaps from an earlier call. */
  broadcast(bytes: Uint8Array): Promise<NodeRefusal | undefined>;
  /** Undefined if no node has it in a block up to the height; asks only nodes that have reached it. */
  find(hash: string, height: number): Promise<IncludedTransaction | undefined>;
}
