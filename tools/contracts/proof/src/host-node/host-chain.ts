import { createHash } from 'node:crypto';
import type { ChainSnapshot, TxResult } from '@questp/contract-host';
import { HostBackend, type ContractPair } from '../host/host-backend.js';
import { World } from '../scenario/world.js';
import {
  encodeTransaction,
  hashOf,
  readMessage,
  readTransaction,
  type AnyMessage,
  type HostTransaction,
} from './host-transaction.js';

/** The chain of the contract host, as the platform records a chain. */
export const HOST_CHAIN = {
  chainId: 'testing-1',
  name: 'Contract host',
  bech32Prefix: 'wasm',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
} as const;

interface HostBlock {
  snapshot: ChainSnapshot;
  hash: string;
}

/** A chain of the contract host with a factory, whose state can be queried at every height. */
export class HostChain {
  /** Delivered transactions, in their order. */
  readonly transactions: HostTransaction[] = [];
  private readonly blocks: HostBlock[] = [];

  private constructor(
    readonly backend: HostBackend,
    readonly world: World,
    private readonly genesis: string,
  ) {
    this.mine();
  }

  /**
   * @param genesis chains of different ones have different blocks
   * @param contracts instead of those that the sources build
   */
  static async open(genesis = 'genesis', contracts?: ContractPair): Promise<HostChain> {
    const backend = await HostBackend.open(undefined, contracts);
    backend.chain.setTime(BigInt(Date.now()) * 1_000_000n);
    return new HostChain(backend, await World.open(backend, 'host chain'), genesis);
  }

  get chainId(): string {
    return this.backend.chainId;
  }

  get height(): number {
    return this.blocks.length;
  }

  /** Makes blocks of what has happened. */
  mine(count = 1): void {
    for (let made = 0; made < count; made += 1) {
      const hash = createHash('sha256')
        .update(`${this.genesis} ${this.blocks.length + 1}`)
        .digest('hex')
        .toUpperCase();
      this.blocks.push({ snapshot: this.backend.chain.snapshot(), hash });
    }
  }

  /** The sequence of an account after a block: how many of its transactions were delivered. */
  sequence(address: string, height = this.height): bigint {
    return BigInt(this.transactions.filter((one) => one.sender === address && one.height <= height).length);
  }

  /** What a transaction would do in the next block. */
  simulate(bytes: Uint8Array): TxResult {
    const before = this.backend.chain.snapshot();
    try {
      return readTransaction(bytes).run(this.backend.chain);
    } finally {
      this.backend.chain.restore(before);
    }
  }

  /** Includes a transaction in a block of its own. Undefined: its sequence is not that of its account. */
  deliver(bytes: Uint8Array): HostTransaction | undefined {
    const { sender, call, sequence, run } = readTransaction(bytes);
    if (sequence !== this.sequence(sender)) return undefined;
    const result = run(this.backend.chain);
    this.mine();
    const { gasUsed } = result;
    const outcome = result.ok
      ? { code: 0, codespace: '', log: '', events: result.events }
      : { code: result.code, codespace: result.codespace, log: result.error, events: [] };
    const transaction = { hash: hashOf(bytes), height: this.height, bytes, sender, call, gasUsed, ...outcome };
    this.transactions.push(transaction);
    return transaction;
  }

  /** Includes a message in a block, as the wallet of its sender does. @throws Error if it fails */
  send(message: AnyMessage): HostTransaction {
    const included = this.deliver(encodeTransaction(message, this.sequence(readMessage(message).sender)));
    if (included?.code !== 0) throw new Error(`The transaction failed: ${included?.log}`);
    return included;
  }

  /** Undefined for a height that the chain does not have. */
  block(height: number): { hash: string; time: Date } | undefined {
    const block = this.blocks[height - 1];
    return block && { hash: block.hash, time: new Date(Number(block.snapshot.time / 1_000_000n)) };
  }

  /** What a contract answers at a height. Throws for a height that the chain does not have. */
  query(contract: string, query: object, height: number): unknown {
    return this.at(height, () => this.backend.chain.query(contract, query));
  }

  /** What `read` finds at a height. Throws for a height that the chain does not have. */
  at<Value>(height: number, read: () => Value): Value {
    const block = this.blocks[height - 1];
    if (block === undefined) throw new Error(`no block ${height}`);
    const now = this.backend.chain.snapshot();
    this.backend.chain.restore(block.snapshot);
    try {
      return read();
    } finally {
      this.backend.chain.restore(now);
    }
  }
}
