import { Injectable } from '@nestjs/common';
import { AgreedReads } from '../nodes/agreed-reads.js';
import { ChainHeads } from '../nodes/chain-heads.js';
import { NodeFault, type ChainNode, type TxNode } from '../nodes/chain-node.js';
import { ChainNodes, type ChainEndpoints } from '../nodes/chain-nodes.js';
import { NodeAnswers } from '../nodes/node-answers.js';
import type { IncludedTransaction, LaneNode, NodeRefusal } from './lane-node.js';

/** The SDK's error for a transaction that the mempool has. */
const IN_MEMPOOL = { codespace: 'sdk', code: 19 } as const;
/** CometBFT's words for a transaction that it had before. */
const IN_CACHE = 'tx already exists in cache';
/** The SDK's words of a query, which does not keep the code of ErrWrongSequence. */
const WRONG_SEQUENCE = 'account sequence mismatch';
/** Simulations at neighbouring heights differ by less. */
const MOST_GAS_RATIO = 1.2;

/** The nodes of chains as the signer lane asks them. */
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
      height: async () => (await this.chainHeads.get(chain)).head.height,
      account: async (address) => (await read((node, height) => node.account(address, height))) ?? undefined,
      balance: (address, denom) => read((node, height) => node.balance(address, denom, height)),
      simulate: (bytes) => this.simulate(chain, bytes),
      broadcast: (bytes) => this.broadcast(chain, bytes),
      find: (hash) => this.find(chain, hash),
    };
  }

  private async simulate(chain: ChainEndpoints, bytes: Uint8Array): Promise<{ gasUsed: bigint } | NodeRefusal> {
    const { nodes, least } = await this.txNodes(chain);
    const answers = await this.nodeAnswers.ask(chain.chainId, nodes, (node) => refusable(() => node.simulate(bytes)));
    const gas: bigint[] = [];
    const refusals: NodeRefusal[] = [];
    for (const { value } of answers) {
      if (typeof value === 'bigint') gas.push(value);
      else refusals.push(value);
    }
    if (gas.length >= least) {
      const sorted = gas.map(Number).sort((a, b) => a - b);
      const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)];
      if (highest <= lowest * MOST_GAS_RATIO) return { gasUsed: BigInt(highest) };
    }
    const [refusal] = refusals;
    if (refusal !== undefined && refusals.length >= least && gas.length < least) return refusal;
    return this.nodeAnswers.disagree(chain.chainId, 'too few nodes agree on a simulation');
  }

  /** One node that takes it is enough: it passes the transaction on. */
  private async broadcast(chain: ChainEndpoints, bytes: Uint8Array): Promise<NodeRefusal | undefined> {
    const { nodes } = await this.txNodes(chain);
    const answers = await this.nodeAnswers.ask(chain.chainId, nodes, (node) => refusable(() => node.broadcast(bytes)));
    const refusals = answers.flatMap(({ value }) => (isTaken(value) ? [] : [value]));
    if (refusals.length < answers.length) return undefined;
    return refusals[0] ?? this.nodeAnswers.disagree(chain.chainId, 'no node takes a transaction');
  }

  private async find(chain: ChainEndpoints, hash: string): Promise<IncludedTransaction | undefined> {
    const { nodes, least } = await this.txNodes(chain);
    let text = '';
    const agreed = await this.nodeAnswers.agree(chain.chainId, nodes, least, async (node) => {
      const found = await node.transaction(hash);
      if (found === null) return undefined;
      // Not part of what nodes have to agree on: their versions may word it differently.
      const { log, ...result } = found;
      text = log;
      return result;
    });
    if (agreed === undefined) return this.nodeAnswers.disagree(chain.chainId, 'too few nodes agree on a transaction');
    return agreed.value && { ...agreed.value, log: text };
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
async function refusable<T>(ask: () => Promise<T>): Promise<T | NodeRefusal> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error;
    const { log } = error;
    if (log.includes(IN_CACHE)) return { ...IN_MEMPOOL, log };
    return log.includes(WRONG_SEQUENCE) ? { codespace: 'sdk', code: 32, log } : { codespace: '', code: 1, log };
  }
}

const isTaken = ({ codespace, code }: NodeRefusal): boolean =>
  code === 0 || (codespace === IN_MEMPOOL.codespace && code === IN_MEMPOOL.code);
