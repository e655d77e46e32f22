import { Injectable } from '@nestjs/common';
import { ChainHeads } from './chain-heads.js';
import type { ChainHead } from './chain-heads.repository.js';
import type { ChainNode } from './chain-node.js';
import type { ChainEndpoints } from './chain-nodes.js';
import { NoAgreement, NodeAnswers } from './node-answers.js';

export interface AgreedValue<Value> {
  value: Value;
  /** The block at whose height it was read. */
  head: ChainHead;
}

/** Reads from the nodes of a chain what enough of them agree on. */
@Injectable()
export class AgreedReads {
  constructor(
    private readonly chainHeads: ChainHeads,
    private readonly nodeAnswers: NodeAnswers,
  ) {}

  /**
   * @param read asks one node at a height; all nodes get the same height
   * @param fromHeight lowest height, for what must not be older than something that was read before
   * @throws NoAgreement
   */
  async read<Value>(
    chain: ChainEndpoints,
    read: (node: ChainNode, height: number) => Promise<Value>,
    fromHeight = 0,
  ): Promise<AgreedValue<Value>> {
    // Another replica may have found a later head than the one that this replica keeps.
    if ((await this.chainHeads.get(chain)).head.height < fromHeight) this.chainHeads.forget(chain);
    const { head, nodes, least } = await this.chainHeads.get(chain);
    if (head.height < fromHeight) throw new NoAgreement(`too few nodes have block ${fromHeight}`);
    const agreed = await this.nodeAnswers.agree(chain.chainId, nodes, least, (node) => read(node, head.height));
    if (agreed === undefined) return this.nodeAnswers.disagree(chain.chainId, 'too few nodes say the same');
    return { value: agreed.value, head };
  }
}
