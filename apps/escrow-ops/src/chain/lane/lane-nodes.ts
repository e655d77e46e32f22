import { Injectable } from '@nestjs/common';
import { AgreedReads } from '../nodes/agreed-reads.js';
import { ChainHeads } from '../nodes/chain-heads.js';
import { NodeFault, type ChainNode, type TxNode } from '../nodes/chain-node.js';
import { ChainNodes, type ChainEndpoints } from '../nodes/chain-nodes.js';
import { NodeAnswers } from '../nodes/node-answers.js';
import type { IncludedTransaction, LaneNode, NodeRefusal } from './lane-node.js';

/** The SDK's error for a transaction that is already in the mempool. */
const IN_MEMPOOL = { codespace: 'sdk', code: 19 } as const;
/** Highest ratio, in percent, between two simulations that agree: simulations at neighbouring heights differ by less. */
const MAX_GAS_PERCENT = 120n;

/** The requests of the signer lane, answered by the nodes of a chain. */
@Injectable()
export class LaneNodes {
  constructor(
    private readonly agreedReads: AgreedReads,
    private readonly chainHeads: ChainHeads,
    private readonly chainNodes: ChainNodes,
    private readonly nodeAnswers: NodeAnswers,
  ) {}

  of(chain: ChainEndpoints): LaneNode {
    const read = async <Value>(one: (node: ChainNode, height: number) => Promise<Value>) =>
      (await this.agreedReads.read(chain, one)).value;
    return {
      resets: async () => (await this.chainHeads.get(chain)).head.resets,
      height: async () => (await this.chainHeads.get(chain)).head.height,
      account: async (address) => (await read((node, height) => node.account(address, height))) ?? undefined,
      balance: (address, denom) => read((node, height) => node.balance(address, denom, height)),
      simulate: (bytes) => this.simulate(chain, bytes),
      broadcast: (bytes) => this.broadcast(chain, bytes),
      find: (hash) => this.find(chain, hash),
    };
  }

  private async simulate(chain: ChainEndpoints, bytes: Uint8Array): Promise<{ gasUsed: bigint } | { refusal: string }> {
    const { nodes, least } = await this.txNodes(chain);
    const answers = await this.nodeAnswers.ask(chain.chainId, nodes, (node) => refusable(() => node.simulate(bytes)));
    const gas: bigint[] = [];
    const refusals: string[] = [];
    for (const { value } of answers) {
      if (typeof value === 'bigint') gas.push(value);
      else refusals.push(value.refusal);
    }
    const gasUsed = agreedGas(gas, least);
    if (gasUsed !== undefined) return { gasUsed };
    const [refusal] = refusals;
    if (refusal !== undefined && refusals.length >= least && gas.length < least) {
      // Nodes simulate on their last state, which may be later than the head that was found.
      this.chainHeads.forget(chain);
      return { refusal };
    }
    return this.nodeAnswers.disagree(chain.chainId, 'too few nodes agree on a simulation');
  }

  /** One node that takes it is enough: it passes the transaction on. */
  private async broadcast(chain: ChainEndpoints, bytes: Uint8Array): Promise<NodeRefusal | undefined> {
    const { nodes } = await this.txNodes(chain);
    const answers = await this.nodeAnswers.ask(chain.chainId, nodes, (node) => refusable(() => node.broadcast(bytes)));
    if (answers.length === 0) return this.nodeAnswers.disagree(chain.chainId, 'no node takes a transaction');
    const refusals = answers.flatMap(({ value }) => ('refusal' in value || isTaken(value) ? [] : [value]));
    // An error without a code concerns the node, not the transaction; the node may already have the transaction.
    return refusals.length < answers.length ? undefined : refusals[0];
  }

  private async find(chain: ChainEndpoints, hash: string): Promise<IncludedTransaction | undefined> {
    const { nodes, least } = await this.txNodes(chain);
    // Nodes need not agree on the text: it differs between their versions.
    const logs = new Map<TxNode, string>();
    const agreed = await this.nodeAnswers.agree(chain.chainId, nodes, least, async (node) => {
      const found = await node.transaction(hash);
      if (found === null) return undefined;
      const { log, ...result } = found;
      logs.set(node, log);
      return result;
    });
    if (agreed === undefined) return this.nodeAnswers.disagree(chain.chainId, 'too few nodes agree on a transaction');
    const { value, nodes: agreeing } = agreed;
    return value && { ...value, log: agreeing.map((node) => logs.get(node)).find((log) => log !== undefined) ?? '' };
  }

  /** Those that have the last block. */
  private async txNodes(chain: ChainEndpoints): Promise<{ nodes: TxNode[]; least: number }> {
    const { nodes, least } = await this.chainHeads.get(chain);
    const positions = nodes.map(({ position }) => position);
    const able = this.chainNodes.forTransactions(chain).filter(({ position }) => positions.includes(position));
    return { nodes: able, least };
  }
}

/** A refusal is an answer. */
async function refusable<T>(ask: () => Promise<T>): Promise<T | { refusal: string }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error;
    return { refusal: error.log };
  }
}

/** The highest of the largest group of figures that differ little; undefined without one group of enough nodes. */
function agreedGas(gas: readonly bigint[], least: number): bigint | undefined {
  const sorted = [...gas].sort((a, b) => (a < b ? -1 : 1));
  const groups = sorted.map((lowest) =>
    sorted.filter((one) => one >= lowest && one * 100n <= lowest * MAX_GAS_PERCENT),
  );
  const most = Math.max(0, ...groups.map(({ length }) => length));
  const largest = new Set(
    groups.filter(({ length }) => length === most && length >= least).map((group) => group.at(-1)),
  );
  return largest.size === 1 ? [...largest][0] : undefined;
}

const isTaken = ({ codespace, code }: NodeRefusal): boolean =>
  code === 0 || (codespace === IN_MEMPOOL.codespace && code === IN_MEMPOOL.code);
