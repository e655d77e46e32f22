import { Inject, Injectable } from '@nestjs/common';
import { Egress, type EgressAnswer, type EgressFailure, type EgressOptions } from '@questp/egress';
import type { Chain } from '@questp/messages/integrations';
import { LOGGER, type Logger } from '@questp/service';
import { UnusableAnswer } from '../../outbound/described-json.js';

/** The answer of one node. A late answer is unusable; `reason` never quotes the node. */
export type NodeAnswer<Value> =
  | { isUsable: true; value: Value }
  | { isUsable: false; reason: string; outcome: EgressFailure['outcome'] | 'answered' };

type ChainOfNodes = Pick<Chain, 'chainId' | 'restUrls' | 'configured'>;

/** The REST endpoints of chains. Nodes are untrusted: every answer is validated. */
@Injectable()
export class ChainNodes {
  constructor(
    private readonly egress: Egress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Queries the nodes in turn, as long as the caller iterates.
   * @param ms for all nodes together
   * @param read throws UnusableAnswer
   */
  async *inTurn<Value>(
    chain: ChainOfNodes,
    path: string,
    ms: number,
    read: (answer: EgressAnswer) => Value,
  ): AsyncGenerator<NodeAnswer<Value>> {
    const end = performance.now() + ms;
    const { restUrls } = chain;
    for (const [index, restUrl] of restUrls.entries()) {
      // Each node gets an equal share of the remaining time, so that one that hangs leaves some to the others.
      const timeoutMs = (end - performance.now()) / (restUrls.length - index);
      yield await this.askNode(chain, restUrl, path, { timeoutMs }, read);
    }
  }

  /** Queries one node of a chain. @param read throws UnusableAnswer */
  async askNode<Value>(
    { chainId, restUrls, configured }: ChainOfNodes,
    restUrl: string,
    path: string,
    { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes?: number },
    read: (answer: EgressAnswer) => Value,
  ): Promise<NodeAnswer<Value>> {
    const namedBy = configured.includes('restUrls') ? 'platform' : 'operator';
    const limits = { timeoutMs: Math.max(1, Math.round(timeoutMs)), ...(maxBytes !== undefined && { maxBytes }) };
    const answer = await this.ask({ destination: `chain:${chainId}`, namedBy, ...limits }, restUrl + path, read);
    const node = restUrls.indexOf(restUrl);
    if (!answer.isUsable) this.logger.warn({ chainId, node, reason: answer.reason }, 'chain node of no use');
    return answer;
  }

  /** Asks one endpoint. @param read throws UnusableAnswer */
  async ask<Value>(
    options: Pick<EgressOptions, 'destination' | 'namedBy' | 'timeoutMs' | 'maxBytes'>,
    url: string,
    read: (answer: EgressAnswer) => Value,
  ): Promise<NodeAnswer<Value>> {
    const answer = await this.egress.get(url, { ...options, headers: { accept: 'application/json' }, follow: true });
    const { outcome } = answer;
    if (answer.outcome !== 'answered') return { isUsable: false, outcome, reason: `${outcome}: ${answer.detail}` };
    try {
      return { isUsable: true, value: read(answer) };
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      return { isUsable: false, outcome, reason: error.message };
    }
  }
}

/** Error for an unexpected status. */
export const unexpected = ({ status }: EgressAnswer): UnusableAnswer => new UnusableAnswer(`status ${status}`);
