import { createHash } from 'node:crypto';
import type { ChainSnapshot } from '@questp/contract-host';
import { HostBackend } from '../host/host-backend.js';
import { World } from '../scenario/world.js';

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
  private readonly blocks: HostBlock[] = [];

  private constructor(
    readonly backend: HostBackend,
    readonly world: World,
    private readonly genesis: string,
  ) {
    this.mine();
  }

  /** @param genesis chains of different ones have different blocks */
  static async open(genesis = 'genesis'): Promise<HostChain> {
    const backend = await HostBackend.open();
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
