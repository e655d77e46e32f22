import { Inject, Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import type { NodeFaultKind } from '@questp/messages/escrow';
import { Database } from '@questp/postgres';
import { Counter, LOGGER, metrics, type Logger } from '@questp/service';

const faults = new Counter({
  name: 'questp_chain_node_faults_total',
  help: 'Answers of nodes of chains that were not used, by chain, node (position among its endpoints) and fault',
  labelNames: ['chain', 'node', 'fault'],
  registers: [metrics],
});

/** Reports faults of chain nodes. */
@Injectable()
export class NodeFaults {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param node position among the endpoints of the chain; null: all of them together */
  async report(chainId: string, node: number | null, fault: NodeFaultKind, detail: string): Promise<void> {
    faults.inc({ chain: chainId, node: node ?? 'all', fault });
    this.logger.debug({ chainId, node, fault, detail }, 'answer of a node not used');
    await queueOperatorAlert(this.database, 'chain.node_faulty', `${chainId}/${node ?? 'all'}`, {
      chainId,
      node,
      fault,
    });
  }
}
