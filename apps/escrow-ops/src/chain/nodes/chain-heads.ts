import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@questp/service';
import type { Config } from '../config.js';
import { leastNodes, type Agreement, type Statement } from './agreement.js';
import { ChainHeadsRepository, type ChainHead } from './chain-heads.repository.js';
import { NodeFault, type Block, type ChainNode } from './chain-node.js';
import { ChainNodes, type ChainEndpoints } from './chain-nodes.js';
import { NodeAnswers } from './node-answers.js';

/** Time for which all readings of a chain use the same head. */
const HEAD_MS = 1_000;
/** Most time by which the clock of a chain may be ahead of this machine. */
const AHEAD_MS = 30_000;

/** Nodes that agree on the blocks of a chain up to a height. */
export interface AgreedHead {
  head: ChainHead;
  nodes: readonly ChainNode[];
  /** Number of nodes whose answers at the head must agree. */
  least: number;
}

/**
 * Finds the highest block that enough nodes of a chain agree on. It is never below one that was found before, unless the
 * chain was reset: then the block at a known height has another hash, or a lower block a later time.
 */
@Injectable()
export class ChainHeads {
  private readonly kept = new Map<string, { until: number; head: Promise<AgreedHead> }>();

  constructor(
    private readonly chainNodes: ChainNodes,
    private readonly chainHeadsRepository: ChainHeadsRepository,
    private readonly nodeAnswers: NodeAnswers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NoAgreement */
  get(chain: ChainEndpoints): Promise<AgreedHead> {
    const kept = this.kept.get(chain.chainId);
    if (kept !== undefined && kept.until > performance.now()) return kept.head;
    const head = this.find(chain);
    this.kept.set(chain.chainId, { until: performance.now() + HEAD_MS, head });
    return head;
  }

  /** Discards the head, so that the next reading determines it again. */
  forget({ chainId }: ChainEndpoints): void {
    this.kept.delete(chainId);
  }

  private async find(chain: ChainEndpoints): Promise<AgreedHead> {
    const { chainId } = chain;
    const configured = this.chainNodes.of(chain);
    const least = leastNodes(configured.length);
    const tips = await this.nodeAnswers.ask(chainId, configured, async (node) => this.fresh(await node.tip()));
    const { value: block, nodes } = await this.highest(chainId, tips, least);
    const before = await this.chainHeadsRepository.get(chainId);
    const isReset = before !== undefined && (await this.isReset(before, block, nodes, least));
    if (before !== undefined && !isReset && block.height < before.height)
      return this.nodeAnswers.disagree(chainId, 'the nodes are behind what was read before');
    const head = { chainId, ...block, resets: (before?.resets ?? 0) + (isReset ? 1 : 0) };
    await this.chainHeadsRepository.move(before, head);
    return { head, nodes, least };
  }

  /** The highest block on which enough nodes agree. A height that only one node claims does not raise it. */
  private async highest(
    chainId: string,
    tips: readonly Statement<ChainNode, Block>[],
    least: number,
  ): Promise<Agreement<ChainNode, Block>> {
    const heights = tips.map(({ value }) => value.height).sort((a, b) => b - a);
    for (const height of new Set(heights.slice(Math.max(least, 1) - 1))) {
      const able = tips.filter(({ value }) => value.height >= height).map(({ node }) => node);
      const agreed = await this.nodeAnswers.agree(chainId, able, least, (node) => node.block(height));
      if (agreed !== undefined) return agreed;
    }
    return this.nodeAnswers.disagree(chainId, 'too few nodes agree on a block');
  }

  private async isReset(before: ChainHead, block: Block, nodes: readonly ChainNode[], least: number): Promise<boolean> {
    if (block.height < before.height) return block.time > before.time;
    if (block.height === before.height) return block.hash !== before.hash;
    // Nodes that pruned the block cannot answer.
    const known = await this.nodeAnswers.agree(before.chainId, nodes, least, (node) => node.block(before.height));
    return known !== undefined && known.value.hash !== before.hash;
  }

  private fresh(tip: Block): Block {
    const age = Date.now() - tip.time.getTime();
    if (age > this.config.CHAIN_NODE_BEHIND_SECONDS * 1_000) throw new NodeFault('behind', 'the latest block is old');
    if (age < -AHEAD_MS) throw new NodeFault('invalid', 'the latest block is of the future');
    return tip;
  }
}
