import { randomBytes } from 'node:crypto';
import { NodeFault, type ChainNode, type TxTransfers } from '../chain/nodes/chain-node.js';
import type { Transfer } from '../chain/nodes/transfers.js';

interface Included extends TxTransfers {
  time: Date;
}

/** A chain with transactions, and its nodes. */
export class PaymentChain {
  readonly transactions = new Map<string, Included>();
  /** Of the last block, with its time. */
  height = 1_000;
  tipTime = new Date();
  readonly nodes = [1, 2].map((position) => new PaymentNode(position, this));

  /** Includes a transaction; returns its hash. */
  include(paid: readonly Partial<Transfer>[], more: Partial<Included> = {}): string {
    const hash = randomBytes(32).toString('hex').toUpperCase();
    const native = { kind: 'native', id: 'ustake' } as const;
    const transfers = paid.map((one, index) => ({
      ...{ index, asset: native, sender: 'wasm1team', recipient: '', amount: '1' },
      ...one,
    }));
    this.tipTime = new Date();
    this.transactions.set(hash, { height: 900, succeeded: true, transfers, time: new Date(), ...more });
    return hash;
  }
}

/** The methods of a node that payments need. */
export class PaymentNode implements ChainNode {
  isDown = false;
  /** Changes its answer about a transaction. */
  lie: (found: TxTransfers | null) => TxTransfers | null = (found) => found;

  constructor(
    readonly position: number,
    private readonly chain: PaymentChain,
  ) {}

  tip() {
    return this.block(this.chain.height);
  }

  block(height: number) {
    if (this.isDown) return Promise.reject(new NodeFault('unreachable', 'down'));
    const included = [...this.chain.transactions.values()].find((one) => one.height === height);
    const hash = height.toString(16).padStart(64, '0').toUpperCase();
    return Promise.resolve({ height, time: included?.time ?? this.chain.tipTime, hash });
  }

  transfers(hash: string) {
    const found = this.chain.transactions.get(hash);
    const { time: _time, ...said } = found ?? { time: null };
    return Promise.resolve(this.lie(found === undefined ? null : (said as TxTransfers)));
  }

  smart = unused;
  codeChecksum = unused;
  supply = unused;
  account = unused;
  balance = unused;
  searchTransfers = unused;
}

const unused = () => Promise.reject(new Error('payments do not ask for it'));
