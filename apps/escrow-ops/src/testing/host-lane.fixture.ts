import type { ChainEvent } from '@questp/contract-proof';
import type { HostChain } from '@questp/contract-proof/host-node';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import type { IncludedTransaction, LaneNode, NodeRefusal } from '../chain/lane/lane-node.js';
import { hashOf } from '../chain/lane/transaction.js';

/** What a signer lane asks of a host chain, on which every transaction is in a block at once. */
export class HostLane implements LaneNode {
  /** Of the account of the key. */
  sequence = 0n;
  funds = 10n ** 12n;
  /** Messages in blocks, in their order. */
  readonly messages: object[] = [];
  /** Transactions in blocks, with their events. */
  readonly events: { hash: string; height: number; events: readonly ChainEvent[] }[] = [];
  /** True: the mempool loses the transaction. */
  drop: (message: object) => boolean = () => false;
  private readonly included = new Map<string, IncludedTransaction>();

  constructor(private readonly chain: HostChain) {}

  height(): Promise<number> {
    return Promise.resolve(this.chain.height);
  }

  account(): Promise<{ accountNumber: bigint; sequence: bigint }> {
    return Promise.resolve({ accountNumber: 7n, sequence: this.sequence });
  }

  balance(): Promise<bigint> {
    return Promise.resolve(this.funds);
  }

  simulate(bytes: Uint8Array): Promise<{ gasUsed: bigint } | { refusal: string }> {
    const before = this.chain.backend.chain.snapshot();
    const result = this.run(bytes);
    this.chain.backend.chain.restore(before);
    return Promise.resolve(result.ok ? { gasUsed: BigInt(result.gasUsed) } : { refusal: result.error });
  }

  broadcast(bytes: Uint8Array): Promise<NodeRefusal | undefined> {
    const hash = hashOf(bytes);
    const { sequence } = read(bytes);
    if (this.included.has(hash) || sequence !== this.sequence) {
      return Promise.resolve({ codespace: 'sdk', code: 32, log: 'account sequence mismatch' });
    }
    if (this.drop(read(bytes).message)) return Promise.resolve(undefined);
    this.sequence += 1n;
    const result = this.run(bytes);
    if (result.ok) this.messages.push(read(bytes).message);
    this.chain.mine();
    if (result.ok) this.events.push({ hash, height: this.chain.height, events: result.events });
    const [code, log] = result.ok ? [0, ''] : [5, result.error];
    this.included.set(hash, { height: this.chain.height, code, log, gasUsed: BigInt(result.gasUsed) });
    return Promise.resolve(undefined);
  }

  find(hash: string): Promise<IncludedTransaction | undefined> {
    return Promise.resolve(this.included.get(hash));
  }

  private run(bytes: Uint8Array) {
    const { sender, contract, message } = read(bytes);
    return this.chain.backend.chain.execute(sender, contract, message, []);
  }
}

function read(bytes: Uint8Array): { sequence: bigint; sender: string; contract: string; message: object } {
  const raw = TxRaw.decode(bytes);
  const [any] = TxBody.decode(raw.bodyBytes).messages;
  const { sender, contract, msg } = MsgExecuteContract.decode(any?.value ?? new Uint8Array());
  const sequence = AuthInfo.decode(raw.authInfoBytes).signerInfos[0]?.sequence ?? 0n;
  return { sequence, sender, contract, message: JSON.parse(Buffer.from(msg).toString()) as object };
}
