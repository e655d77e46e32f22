import { Inject, Injectable } from '@nestjs/common';
import type { ChainRegistry } from '@questp/chains';
import { Egress } from '@questp/egress';
import {
  getChainTransaction,
  type ChainTransactionReply,
  type ChainTransactionStatus,
  type RequestOf,
} from '@questp/messages';
import { LOGGER, type Logger } from '@questp/service';
import { askNode } from './chain-node.js';
import { CHAINS } from './chains.js';

/** For all nodes together; the rest of the contract's deadline is for the way to and fro. */
const ASKING_MS = getChainTransaction.deadlineMs - 500;

/** Looks for a transaction at the nodes of its chain, one after the other, until one has it. */
@Injectable()
export class FindTransaction {
  constructor(
    @Inject(CHAINS) private readonly chains: ChainRegistry,
    private readonly egress: Egress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ chainId, txHash }: RequestOf<typeof getChainTransaction>): Promise<ChainTransactionReply> {
    const restUrls = this.chains.get(chainId)?.restUrls ?? [];
    if (restUrls.length === 0) return without('unsupported_chain', `No node of ${chainId} is configured.`);
    const end = performance.now() + ASKING_MS;
    const reasons: string[] = [];
    for (const [index, restUrl] of restUrls.entries()) {
      // Each gets its share of the time that is left, so that one that hangs leaves some to the others.
      const timeoutMs = Math.max(1, Math.round((end - performance.now()) / (restUrls.length - index)));
      const answer = await askNode(this.egress, { restUrl, chainId, txHash, timeoutMs });
      if (answer.says === 'found') return { status: 'found', transaction: answer.transaction, detail: null };
      // Another node may be ahead, or keep more of the past.
      if (answer.says === 'not_found') continue;
      reasons.push(answer.reason);
      this.logger.warn({ chainId, node: index, reason: answer.reason }, 'chain node of no use');
    }
    return reasons.length < restUrls.length
      ? without('not_found', `${chainId} knows no such transaction, or not yet.`)
      : without('unavailable', `No node of ${chainId} can say: ${[...new Set(reasons)].join('; ')}.`);
  }
}

const without = (status: ChainTransactionStatus, detail: string): ChainTransactionReply => ({
  status,
  transaction: null,
  detail,
});
