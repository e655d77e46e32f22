import { Inject, Injectable } from '@nestjs/common';
import { Egress, egressFetch, type NamedBy } from '@questp/egress';
import { CONFIG } from '@questp/service';
import type { Config } from '../config.js';
import type { ChainNode, TxNode } from './chain-node.js';
import { RestNode } from './rest-node.js';
import { RpcNode } from './rpc-node.js';

/** Members of a chain that its nodes are addressed by. */
export interface ChainEndpoints {
  chainId: string;
  rpcUrls: readonly string[];
  restUrls: readonly string[];
  /** Members that the environment sets; operators set the others. */
  configured: readonly string[];
}

/** Size limit of one answer. The largest are pages of allocations and blocks of the REST API. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The nodes that a chain is read from and that take its transactions. */
@Injectable()
export class ChainNodes {
  constructor(
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The RPC endpoints, or the REST endpoints if no RPC is configured. */
  of(chain: ChainEndpoints): readonly ChainNode[] {
    if (chain.rpcUrls.length > 0) return this.forTransactions(chain);
    const options = this.options(chain, 'restUrls');
    return chain.restUrls.map(
      (url, index) => new RestNode({ ...chain, url, position: index + 1, egress: this.egress, options }),
    );
  }

  forTransactions(chain: ChainEndpoints): readonly TxNode[] {
    const fetch = egressFetch(this.egress, this.options(chain, 'rpcUrls'));
    return chain.rpcUrls.map((url, index) => new RpcNode({ ...chain, url, position: index + 1, fetch }));
  }

  private options({ chainId, configured }: ChainEndpoints, member: 'rpcUrls' | 'restUrls') {
    const namedBy: NamedBy = configured.includes(member) ? 'platform' : 'operator';
    return {
      destination: `chain:${chainId}`,
      namedBy,
      timeoutMs: this.config.CHAIN_NODE_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      follow: true as const,
    };
  }
}
