import { type Asset } from '@questp/message-schema';
import { type FoundTx } from '../node/answers.js';
import { MAX_TRANSFERS, transfer, type Transfer } from './bundle.js';
import { type NodeClient } from '../node/node-client.js';
import { ShapeError } from '../input/shape.js';
import { transactions } from './transactions.js';

/** Transactions beside one per entry: commits, fee, refunds, and those that anyone can send to the escrow. */
const MORE_TXS = 10_000;

const COIN = /^([0-9]{1,39})([a-zA-Z][a-zA-Z0-9/:._-]{1,127})$/;

/**
 * Events of the calls that run code of a contract (replies run within another call); a call that the escrow does not
 * support has none. A node finds them quickly: its index has an entry for each event of a transaction, and it loads the
 * transaction anew for each entry that matches, which would be one for each of 250 transfers.
 */
const CALLS = ['execute', 'instantiate', 'migrate', 'sudo'];

/**
 * What left the escrow of the pool's asset, found in all transactions that ran its code.
 * @throws FetchError when the node has no index of events; ShapeError when it repeats itself or goes on
 */
export async function readTransfers(
  node: NodeClient,
  source: { escrow: string; asset: Asset; entries: number },
  onProgress: (done: number, total: number) => void,
): Promise<Transfer[]> {
  const { escrow, asset } = source;
  // By transaction, because one can have several calls.
  const transfers = new Map<string, Transfer[]>();
  let count = 0;
  for (const call of CALLS) {
    const pages = transactions(node, `${call}._contract_address='${escrow}'`, source.entries + MORE_TXS);
    for await (const { txs, done, total } of pages) {
      for (const tx of txs.filter(({ txhash }) => !transfers.has(txhash))) {
        const found = transfersIn(tx, escrow, asset);
        count += found.length;
        if (count > MAX_TRANSFERS) throw new ShapeError(`the number of transfers is not at most ${MAX_TRANSFERS}`);
        transfers.set(tx.txhash, found);
      }
      onProgress(done, total);
    }
  }
  return [...transfers.values()].flat();
}

function transfersIn({ txhash, height, code, events }: FoundTx, escrow: string, asset: Asset): Transfer[] {
  // What a failed transaction did is undone.
  if (code !== 0) return [];
  return events.flatMap(({ type, values }) => {
    const found =
      'native' in asset ? bankTransfer(type, values, asset.native.denom) : tokenTransfer(type, values, asset);
    return found?.sender === escrow ? [transfer({ tx: txhash, height, ...found }, `a transfer of ${txhash}`)] : [];
  });
}

interface Found {
  sender: string | undefined;
  recipient: string | undefined;
  amount: string | undefined;
}

function bankTransfer(type: string, values: ReadonlyMap<string, string>, denom: string): Found | undefined {
  if (type !== 'transfer') return undefined;
  const coins = (values.get('amount') ?? '').split(',').map((coin) => COIN.exec(coin));
  const [, amount] = coins.find((coin) => coin?.[2] === denom) ?? [];
  if (amount === undefined) return undefined;
  return { sender: values.get('sender'), recipient: values.get('recipient'), amount };
}

function tokenTransfer(
  type: string,
  values: ReadonlyMap<string, string>,
  { cw20 }: { cw20: { address: string } },
): Found | undefined {
  const isTransfer = type === 'wasm' && values.get('_contract_address') === cw20.address;
  if (!isTransfer || values.get('action') !== 'transfer') return undefined;
  return { sender: values.get('from'), recipient: values.get('to'), amount: values.get('amount') };
}
