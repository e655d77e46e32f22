import { Injectable } from '@nestjs/common';
import { saysTxNotFound } from '@questp/chains/transactions';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { EgressAnswer } from '@questp/egress';
import {
  MAX_TRANSACTIONS,
  readChainTransactions,
  TRANSACTIONS_BYTES,
  type Chain,
  type ChainTransaction,
  type ChainTransactions,
  type Fact,
  type FactStatus,
} from '@questp/messages/integrations';
import { fitting, type RequestOf } from '@questp/messages/language';
import { Rpc, timeLeft } from '@questp/service';
import { objectAt, parseObject, textAt, UnusableAnswer } from '../../outbound/described-json.js';
import { ChainNodes, unexpected } from './chain-nodes.js';
import { DestinationChains } from './destination-chains.js';
import { readTransaction, type Wanted } from './read-transaction.js';
import { SearchTransactions } from './search-transactions.js';
import { searchesOf } from './transaction-search.js';

/** Milliseconds for all nodes together. */
const ASKING_MS = 3_500;
/** Milliseconds before the caller's deadline that are kept for sending the reply. */
const REPLY_MS = 500;
/** Nodes whose negative answers prove that a transaction is missing; of a chain with fewer, all. */
const MIN_NEGATIVES = 2;

type Request = RequestOf<typeof readChainTransactions>;

/** Looks for transactions at the nodes of their chain: by hash until one has it, or by a search of all. */
@Injectable()
export class FindTransactions {
  constructor(
    private readonly chainRegistry: ChainRegistry,
    private readonly chainNodes: ChainNodes,
    private readonly searchTransactions: SearchTransactions,
    private readonly destinationChains: DestinationChains,
  ) {}

  @Rpc(readChainTransactions)
  async execute(request: Request): Promise<Fact<ChainTransactions>> {
    const { chainId, txHash, kinds, senders, denom } = request;
    const chain = this.chainRegistry.get(chainId);
    if (chain === undefined || chain.restUrls.length === 0)
      return without('unsupported', `No node of ${chainId} is configured.`);
    const wanted = { kinds: new Set(kinds), senders: senders && new Set(senders), denom };
    if (txHash === undefined && searchesOf(request).length === 0) {
      return without('unsupported', 'Nothing says which transactions are searched.');
    }
    const end = performance.now() + timeLeft(ASKING_MS, REPLY_MS);
    const fact =
      txHash === undefined
        ? await this.bySearch(chain, request, wanted, end)
        : await this.byHash(chain, txHash, wanted, end);
    if (fact.value === null) return fact;
    const transactions = await this.destinationChains.addTo(chain, fact.value.transactions, end);
    return transactions === undefined
      ? without('unavailable', `No node of ${chainId} can say where a channel leads.`)
      : found(transactions, fact.value.isComplete);
  }

  private async byHash(chain: Chain, txHash: string, wanted: Wanted, end: number): Promise<Fact<ChainTransactions>> {
    const reasons: string[] = [];
    let negatives = 0;
    const read = (answer: EgressAnswer) => transactionIn(answer, txHash, wanted);
    const ms = end - performance.now();
    for await (const answer of this.chainNodes.inTurn(chain, `/cosmos/tx/v1beta1/txs/${txHash}`, ms, read)) {
      if (!answer.isUsable) reasons.push(answer.reason);
      else if (answer.value !== null) return found([answer.value], true);
      // Another node may be ahead, or keep more of the past.
      else negatives += 1;
    }
    return negatives >= negativesOf(chain)
      ? without('not_found', `${chain.chainId} knows no such transaction, or not yet.`)
      : unavailable(chain, reasons);
  }

  /** Every node is searched, because one may be behind, know less of the past or leave something out. */
  private async bySearch(
    chain: Chain,
    request: Request,
    wanted: Wanted,
    end: number,
  ): Promise<Fact<ChainTransactions>> {
    const searches = await Promise.all(
      chain.restUrls.map((restUrl) => this.searchTransactions.of(chain, restUrl, request, wanted, end)),
    );
    const all = new Map(
      // The first node that has a transaction counts, as by hash.
      searches.toReversed().flatMap(({ transactions }) => transactions.map((one) => [one.hash, one] as const)),
    );
    const reasons = searches.flatMap((search) => search.reasons);
    if (all.size === 0 && searches.every((search) => search.reasons.length > 0)) return unavailable(chain, reasons);
    const order = request.afterHeight === undefined ? -1 : 1;
    const sorted = [...all.values()].toSorted((one, other) => order * (one.height - other.height));
    const transactions = fitting(sorted.slice(0, MAX_TRANSACTIONS), TRANSACTIONS_BYTES);
    const complete = searches.filter(({ isComplete }) => isComplete).length;
    return found(transactions, complete >= negativesOf(chain) && transactions.length === sorted.length);
  }
}

const negativesOf = ({ restUrls }: Chain): number => Math.min(MIN_NEGATIVES, restUrls.length);

const found = (transactions: ChainTransaction[], isComplete: boolean): Fact<ChainTransactions> => ({
  status: 'found',
  value: { transactions, isComplete },
  detail: null,
  retryAt: null,
});

const without = (status: FactStatus, detail: string): Fact<ChainTransactions> => ({
  status,
  value: null,
  detail,
  retryAt: null,
});

const unavailable = ({ chainId, restUrls }: Chain, reasons: readonly string[]): Fact<ChainTransactions> =>
  without(
    'unavailable',
    `${reasons.length < restUrls.length ? 'Not enough nodes' : 'No node'} of ${chainId} can say: ${[...new Set(reasons)].join('; ')}.`,
  );

/** Null: the node has an index of transactions, and none with this hash. @throws UnusableAnswer */
function transactionIn(answer: EgressAnswer, txHash: string, wanted: Wanted): ChainTransaction | null {
  if (answer.status === 200) {
    const { tx, ...rest } = parseObject(answer.body);
    const result = objectAt(rest, 'tx_response');
    if (textAt(result, 'txhash', /^[0-9A-Fa-f]{64}$/).toUpperCase() !== txHash) {
      throw new UnusableAnswer('the answer is about another transaction');
    }
    return readTransaction(result, tx, wanted);
  }
  if (saysNotFound(answer, txHash)) return null;
  throw unexpected(answer);
}

function saysNotFound({ status, body }: EgressAnswer, txHash: string): boolean {
  if (status !== 404 && status !== 400 && status !== 500) return false;
  const { message } = parseObject(body);
  return typeof message === 'string' && saysTxNotFound(message, txHash);
}
