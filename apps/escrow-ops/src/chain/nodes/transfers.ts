import type { ChainAsset } from '@questp/messages/shared';

/** An event of a transaction, as its node stores it. */
export interface TxEvent {
  type: string;
  attributes: readonly { key: string; value: string }[];
}

/** What an address received in a transaction. */
export interface Transfer {
  /** Place among the transfers of the transaction, from 0. It identifies the transfer for good. */
  index: number;
  asset: ChainAsset;
  /** Null: the event names none. */
  sender: string | null;
  recipient: string;
  /** Base units. */
  amount: string;
}

/** A coin of the SDK, such as `5uatom`. */
const COIN = /^([1-9]\d{0,77})([a-zA-Z][a-zA-Z0-9/:._-]{1,127})$/;
const AMOUNT_OF_TOKENS = /^[1-9]\d{0,38}$/;
/** Actions of CW20 by which the sender pays a recipient. */
const PAYING: readonly string[] = ['transfer', 'transfer_from', 'send', 'send_from'];

/**
 * The transfers that events record. Those of coins are events of the bank module. Those of tokens are events of the
 * token's contract, whose address the chain adds: no other contract can emit them. An event that is ambiguous, because a
 * key occurs twice, is no transfer.
 */
export function transfersOf(events: readonly TxEvent[]): Transfer[] {
  const transfers = events.flatMap(({ type, attributes }) => {
    const values = new Map(attributes.map(({ key, value }) => [key, value]));
    if (values.size !== attributes.length) return [];
    if (type === 'transfer') return coinsOf(values);
    return type === 'wasm' ? tokensOf(values) : [];
  });
  return transfers.map((transfer, index) => ({ ...transfer, index }));
}

/** Who received the asset from the sender. */
export const recipientsOf = (
  { asset, sender }: { asset: ChainAsset; sender: string },
  events: readonly TxEvent[],
): string[] =>
  transfersOf(events).flatMap((transfer) =>
    transfer.sender === sender && transfer.asset.kind === asset.kind && transfer.asset.id === asset.id
      ? [transfer.recipient]
      : [],
  );

type Found = Omit<Transfer, 'index'>;

function coinsOf(values: ReadonlyMap<string, string>): Found[] {
  const recipient = values.get('recipient');
  if (!recipient) return [];
  const sender = values.get('sender') ?? null;
  return (values.get('amount') ?? '').split(',').flatMap((coin) => {
    const [, amount, id] = COIN.exec(coin) ?? [];
    return amount === undefined || id === undefined
      ? []
      : [{ asset: { kind: 'native', id }, sender, recipient, amount }];
  });
}

function tokensOf(values: ReadonlyMap<string, string>): Found[] {
  const [id, recipient, amount] = ['_contract_address', 'to', 'amount'].map((key) => values.get(key) ?? '');
  if (!id || !recipient || !amount || !AMOUNT_OF_TOKENS.test(amount)) return [];
  if (!PAYING.includes(values.get('action') ?? '')) return [];
  return [{ asset: { kind: 'cw20', id }, sender: values.get('from') ?? null, recipient, amount }];
}
