import { Injectable } from '@nestjs/common';
import { saysTxNotFound } from '@questp/chains/transactions';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { EgressAnswer } from '@questp/egress';
import { readChainTransaction, type ChainTransaction, type Fact, type FactStatus } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc, timeLeft } from '@questp/service';
import { ChainNodes, unexpected } from './chain-nodes.js';
import { parseObject } from '../../outbound/described-json.js';
import { readTransaction } from './read-transaction.js';

/** Milliseconds for all nodes together. */
const ASKING_MS = 3_500;
/** Milliseconds before the caller's deadline that are kept for sending the reply. */
const REPLY_MS = 500;

/** Looks for a transaction at the nodes of its chain until one has it. */
@Injectable()
export class FindTransaction {
  constructor(
    private readonly chainRegistry: ChainRegistry,
    private readonly chainNodes: ChainNodes,
  ) {}

  @Rpc(readChainTransaction)
  async execute({ chainId, txHash, denom }: RequestOf<typeof readChainTransaction>): Promise<Fact<ChainTransaction>> {
    const chain = this.chainRegistry.get(chainId);
    if (chain === undefined || chain.restUrls.length === 0)
      return without('unsupported', `No node of ${chainId} is configured.`);
    const reasons: string[] = [];
    let isMissed = false;
    const read = (answer: EgressAnswer) => transactionIn(answer, txHash, denom);
    const ms = timeLeft(ASKING_MS, REPLY_MS);
    for await (const answer of this.chainNodes.inTurn(chain, `/cosmos/tx/v1beta1/txs/${txHash}`, ms, read)) {
      if (!answer.isUsable) reasons.push(answer.reason);
      else if (answer.value !== null) return { status: 'found', value: answer.value, detail: null, retryAt: null };
      // Another node may be ahead, or keep more of the past.
      else isMissed = true;
    }
    return isMissed
      ? without('not_found', `${chainId} knows no such transaction, or not yet.`)
      : without('unavailable', `No node of ${chainId} can say: ${[...new Set(reasons)].join('; ')}.`);
  }
}

const without = (status: FactStatus, detail: string): Fact<ChainTransaction> => ({
  status,
  value: null,
  detail,
  retryAt: null,
});

/** Null: the node has an index of transactions, and none with this hash. @throws UnusableAnswer */
function transactionIn(answer: EgressAnswer, txHash: string, denom: string | undefined): ChainTransaction | null {
  if (answer.status === 200) return readTransaction(answer.body, txHash, denom);
  if (saysNotFound(answer, txHash)) return null;
  throw unexpected(answer);
}

function saysNotFound({ status, body }: EgressAnswer, txHash: string): boolean {
  if (status !== 404 && status !== 400 && status !== 500) return false;
  const { message } = parseObject(body);
  return typeof message === 'string' && saysTxNotFound(message, txHash);
}
