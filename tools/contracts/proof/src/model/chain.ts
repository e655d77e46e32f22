import { type EscrowModel } from './escrow.js';
import { type FactoryModel } from './factory.js';
import { type Ledger } from './ledger.js';

/** The chain as the model sees it: block time, money, the factory and every escrow by address. */
export interface ModelChain {
  /** Block time, nanoseconds. */
  now: bigint;
  readonly chainId: string;
  readonly ledger: Ledger;
  readonly factory: FactoryModel;
  readonly escrows: Map<string, EscrowModel>;
}
