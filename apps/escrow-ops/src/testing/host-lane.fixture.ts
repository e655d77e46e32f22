import type { HostChain } from '@questp/contract-proof/host-node';
import type { IncludedTransaction, LaneNode, NodeRefusal } from '../chain/lane/lane-node.js';

/** The node of a signer lane over a host chain, which includes every transaction at once. */
export class HostLane implements LaneNode {
  /** True: the mempool loses every transaction. */
  drops = false;
  /** Number of transactions before the first counted one. */
  private before = 0;

  constructor(private readonly chain: HostChain) {}

  /** Contract messages in blocks that succeeded, in their order. */
  get messages(): object[] {
    return this.chain.transactions.slice(this.before).flatMap(({ code, call }) => (code === 0 && call ? [call] : []));
  }

  /** Counts messages from now on. */
  forget(): void {
    this.before = this.chain.transactions.length;
  }

  resets(): Promise<number> {
    return Promise.resolve(0);
  }

  height(): Promise<number> {
    return Promise.resolve(this.chain.height);
  }

  account(address: string): Promise<{ accountNumber: bigint; sequence: bigint }> {
    return Promise.resolve({ accountNumber: 7n, sequence: this.chain.sequence(address) });
  }

  balance(address: string, denom: string): Promise<bigint> {
    return Promise.resolve(this.chain.backend.chain.bank.balance(address, denom));
  }

  simulate(bytes: Uint8Array): Promise<{ gasUsed: bigint } | { refusal: string }> {
    const result = this.chain.simulate(bytes);
    return Promise.resolve(result.ok ? { gasUsed: BigInt(result.gasUsed) } : { refusal: result.error });
  }

  broadcast(bytes: Uint8Array): Promise<NodeRefusal | undefined> {
    if (this.drops || this.chain.deliver(bytes)) return Promise.resolve(undefined);
    return Promise.resolve({ codespace: 'sdk', code: 32, log: 'account sequence mismatch' });
  }

  find(hash: string): Promise<IncludedTransaction | undefined> {
    const found = this.chain.transactions.find((one) => one.hash === hash);
    return Promise.resolve(found && { ...found, gasUsed: BigInt(found.gasUsed) });
  }
}
