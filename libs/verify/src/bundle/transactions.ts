import { type FoundTx, TXS } from '../node/answers.js';
import { FetchError } from '../node/fetch-json.js';
import { type NodeClient } from '../node/node-client.js';
import { ShapeError } from '../input/shape.js';

/** Requests for the same transactions: pages of 16, 8, 4, 2 and 1. */
const ATTEMPTS = 5;

/**
 * The transactions with these events, page by page. Nodes limit the time and the size of an answer: a page that cannot
 * be read is asked for again with half as many transactions, and so are those after it.
 */
export async function* transactions(
  node: NodeClient,
  events: string,
  bound: number,
): AsyncGenerator<{ txs: FoundTx[]; done: number; total: number }, void, undefined> {
  const seen = new Set<string>();
  let most = 0;
  for (let [limit, failures] = [TXS, 0]; ;) {
    try {
      // The transactions that were read are full pages of each smaller size as well.
      const page = await node.transactions(events, seen.size / limit + 1, limit);
      failures = 0;
      const [txs, total] = [page.tx_responses, Number(page.total)];
      if (total > bound) throw new ShapeError(`the number of transactions, ${total}, is not at most ${bound}`);
      // A node that forgets, or another one behind the same address, would end the search early.
      if (total < most) throw new ShapeError(`the number of transactions went from ${most} to ${total}`);
      most = total;
      const due = Math.min(limit, total - seen.size);
      for (const { txhash } of txs) {
        if (seen.has(txhash)) throw new ShapeError('the pages of transactions are not free of repetitions');
        seen.add(txhash);
      }
      if (txs.length !== due) throw new ShapeError(`a page of transactions has ${txs.length} instead of ${due}`);
      yield { txs, done: seen.size, total };
      if (seen.size >= total) return;
    } catch (error) {
      failures += 1;
      if (!(error instanceof FetchError) || failures === ATTEMPTS) throw error;
      limit = Math.ceil(limit / 2);
    }
  }
}
