import { type Asset } from '@questp/message-schema';
import { type FoundTx, TXS } from '../node/answers.js';
import { transfer, type Transfer } from './bundle.js';
import { type NodeClient } from '../node/node-client.js';
import { ShapeError } from '../input/shape.js';

/** Transactions beside one per entry: fee, refunds, and those anyone can cause by gifts of other coins. */
const MORE_TXS = 10_000;

const COIN = /^([0-9]{1,39})([a-zA-Z][a-zA-Z0-9/:._-]{1,127})$/;

/**
 * What left the escrow of the pool's asset, found by the node's index of events, oldest first.
 * @throws FetchError when the node has no such index; ShapeError when it repeats itself or goes on
 */
export async function readTransfers(
  node: NodeClient,
  source: { escrow: string; asset: Asset; entries: number },
  onProgress: (done: number, total: number) => void,
): Promise<Transfer[]> {
  const { escrow, asset } = source;
  const events = 'native' in asset ? `transfer.sender='${escrow}'` : `wasm.from='${escrow}'`;
  const most = source.entries + MORE_TXS;
  const seen = new Set<string>();
  const transfers: Transfer[] = [];
  for (let page = 1; ; page += 1) {
    const { total, tx_responses } = await node.transactions(events, page);
    if (Number(total) > most) throw new ShapeError(`the number of transactions, ${total}, is not at most ${most}`);
    for (const tx of tx_responses) {
      if (seen.has(tx.txhash)) throw new ShapeError('the pages of transactions are not free of repetitions');
      seen.add(tx.txhash);
      transfers.push(...transfersIn(tx, escrow, asset));
    }
    onProgress(seen.size, Number(total));
    if (seen.size >= Number(total)) return transfers;
    if (tx_responses.length < TXS) throw new ShapeError(`page ${page} of transactions is not complete`);
  }
}

function transfersIn({ txhash, height, code, events }: FoundTx, escrow: string, asset: Asset): Transfer[] {
  // What a failed transaction did is undone.
  if (code !== 0) return [];
  return events.flatMap(({ type, attributes }) => {
    const values = new Map(attributes.map(({ key, value }) => [key, value ?? '']));
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
