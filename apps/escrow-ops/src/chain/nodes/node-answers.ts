import { Injectable } from '@nestjs/common';
import { agreementOf, type Agreement, type Statement } from './agreement.js';
import { NodeFault, type ChainNode } from './chain-node.js';
import { NodeFaults } from './node-faults.js';

/** Too few nodes of a chain agree. */
export class NoAgreement extends Error {}

/** Sends the same request to several nodes, and reports those whose answers are not used. */
@Injectable()
export class NodeAnswers {
  constructor(private readonly nodeFaults: NodeFaults) {}

  /** The answer of enough nodes; undefined without agreement. */
  async agree<Node extends ChainNode, Value>(
    chainId: string,
    nodes: readonly Node[],
    least: number,
    read: (node: Node) => Promise<Value>,
  ): Promise<Agreement<Node, Value> | undefined> {
    const agreed = agreementOf(await this.ask(chainId, nodes, read), least);
    for (const { position } of agreed?.others ?? [])
      await this.nodeFaults.report(chainId, position, 'deviating', 'other nodes agree on another answer');
    return agreed;
  }

  /** The answers that can be used. */
  async ask<Node extends ChainNode, Value>(
    chainId: string,
    nodes: readonly Node[],
    read: (node: Node) => Promise<Value>,
  ): Promise<Statement<Node, Value>[]> {
    const asked = nodes.map(async (node) => {
      try {
        return [{ node, value: await read(node) }];
      } catch (error) {
        if (!(error instanceof NodeFault)) throw error;
        await this.nodeFaults.report(chainId, node.position, error.kind, error.message);
        return [];
      }
    });
    return (await Promise.all(asked)).flat();
  }

  /** @throws NoAgreement */
  async disagree(chainId: string, detail: string): Promise<never> {
    await this.nodeFaults.report(chainId, null, 'disagreement', detail);
    throw new NoAgreement(detail);
  }
}
