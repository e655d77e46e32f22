import { Injectable } from '@nestjs/common';
import type { EgressAnswer } from '@questp/egress';
import type { Chain, ChainTransaction, readChainTransactions } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { listAt, parseObject, readEach, type JsonObject } from '../../outbound/described-json.js';
import { ChainNodes, unexpected, type NodeAnswer } from './chain-nodes.js';
import { isObject, numberOf } from './messages/fields.js';
import { readTransaction, type Wanted } from './read-transaction.js';
import { PAGE_SIZE, searchesOf, searchPath, type SearchForm } from './transaction-search.js';

/** Pages of each search that are read, and of all searches at one node. */
const MAX_PAGES = 3;
const MAX_ALL_PAGES = 20;
/** Bytes of a page. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

type Request = RequestOf<typeof readChainTransactions>;

/** What one node found. */
export interface Search {
  transactions: ChainTransaction[];
  /** False: there may be more. */
  isComplete: boolean;
  /** Why not everything was read; never quotes the node. */
  reasons: string[];
}

interface Page {
  transactions: ChainTransaction[];
  /** False: an item could not be read. */
  isComplete: boolean;
  isLast: boolean;
}

/** Searches one node of a chain for transactions. */
@Injectable()
export class SearchTransactions {
  /** The form that the node of an address answered last. */
  private readonly forms = new Map<string, SearchForm>();

  constructor(private readonly chainNodes: ChainNodes) {}

  /** @param end of the time for all pages, by `performance.now` */
  async of(chain: Chain, restUrl: string, request: Request, wanted: Wanted, end: number): Promise<Search> {
    const found: Search = { transactions: [], isComplete: true, reasons: [] };
    const searches = searchesOf(request);
    const pages = Math.min(MAX_PAGES, Math.max(1, Math.floor(MAX_ALL_PAGES / searches.length)));
    for (const conditions of searches) {
      const one = await this.pages(chain, restUrl, conditions, request, wanted, pages, end);
      found.transactions.push(...one.transactions);
      found.reasons.push(...one.reasons);
      found.isComplete &&= one.isComplete;
    }
    return found;
  }

  private async pages(
    chain: Chain,
    restUrl: string,
    conditions: readonly string[],
    request: Request,
    wanted: Wanted,
    pages: number,
    end: number,
  ): Promise<Search> {
    const found: Search = { transactions: [], isComplete: true, reasons: [] };
    const isOldestFirst = request.afterHeight !== undefined;
    for (let page = 1; page <= pages; page += 1) {
      const path = (form: SearchForm) => searchPath(form, conditions, page, isOldestFirst);
      const answer = await this.ask(
        chain,
        restUrl,
        path,
        (body: EgressAnswer) => pageIn(body, page, request, wanted),
        end,
      );
      if (!answer.isUsable) return { ...found, isComplete: false, reasons: [answer.reason] };
      found.transactions.push(...answer.value.transactions);
      found.isComplete &&= answer.value.isComplete;
      if (answer.value.isLast) return found;
    }
    return { ...found, isComplete: false };
  }

  /** Asks in the form that the node understood before, and in the other one if it does not understand. */
  private async ask(
    chain: Chain,
    restUrl: string,
    path: (form: SearchForm) => string,
    read: (answer: EgressAnswer) => Page,
    end: number,
  ): Promise<NodeAnswer<Page>> {
    const usual = this.forms.get(restUrl) ?? 'query';
    let answer: NodeAnswer<Page> | undefined;
    for (const form of [usual, usual === 'query' ? 'events' : 'query'] as const) {
      const next = await this.chainNodes.askNode(
        chain,
        restUrl,
        path(form),
        { timeoutMs: end - performance.now(), maxBytes: MAX_PAGE_BYTES },
        read,
      );
      if (next.isUsable) this.forms.set(restUrl, form);
      answer ??= next;
      if (next.isUsable || next.outcome !== 'answered') return next.isUsable ? next : answer;
    }
    return answer as NodeAnswer<Page>;
  }
}

/** The transactions of a page that are looked for, whatever the node was asked for. @throws UnusableAnswer */
function pageIn(answer: EgressAnswer, page: number, request: Request, wanted: Wanted): Page {
  if (answer.status !== 200) throw unexpected(answer);
  const { tx_responses, txs, total, pagination } = parseObject(answer.body);
  const results = listAt({ tx_responses }, 'tx_responses');
  const signed = Array.isArray(txs) ? (txs as unknown[]) : [];
  // An item that is no object is reported as unread, and must not move the others.
  const items = results
    .slice(0, PAGE_SIZE)
    .map((result, index) => (isObject(result) ? { result, tx: signed[index] } : null));
  const { values, unread } = readEach(items, ({ result, tx }) => readTransaction(result as JsonObject, tx, wanted));
  const from = request.since === null ? 0 : Date.parse(request.since);
  const isLater = ({ time, height }: ChainTransaction) =>
    Date.parse(time) >= from && height > (request.afterHeight ?? 0);
  const all = numberOf(total) ?? numberOf(isObject(pagination) ? pagination['total'] : undefined);
  const isEarlier = request.afterHeight === undefined && values.some((transaction) => !isLater(transaction));
  return {
    // A failed transaction has no acts.
    transactions: values.filter((transaction) => transaction.acts.length > 0 && isLater(transaction)),
    isComplete: unread === undefined && results.length <= PAGE_SIZE && values.every(({ isComplete }) => isComplete),
    isLast: isEarlier || (all === undefined ? results.length < PAGE_SIZE : page * PAGE_SIZE >= Number(all)),
  };
}
