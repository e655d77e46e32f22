import type { TxEvent } from '@questp/chains/transactions';
import { toAddress } from '@questp/messages/language';
import type { ChainAsset } from '@questp/messages/shared';

/** An amount that an address received in a transaction. */
export interface Transfer {
  /** Index among the transfers of the transaction, from 0. It identifies the transfer permanently. */
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
 * token's contract, whose address the chain adds: no other contract can emit them. An event that is ambiguous, because
 * it has two values of a key, is no transfer.
 */
export function transfersOf(events: readonly TxEvent[]): Transfer[] {
  // Transfers that earlier versions did not read come last, so that recorded indexes keep their meaning.
  const ordered = [...events.filter(({ repeats }) => !repeats), ...events.filter(({ repeats }) => repeats)];
  const transfers = ordered.flatMap(({ type, values }) => {
    if (type === 'transfer') return coinsOf(values);
    return type === 'wasm' ? tokensOf(values) : [];
  });
  return transfers.map((transfer, index) => ({ ...transfer, index }));
}

/** The recipients of the asset from the sender. */
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
type Values = TxEvent['values'];

function coinsOf(values: Values): Found[] {
  const recipient = addressOf(values, 'recipient');
  if (recipient === null) return [];
  const sender = addressOf(values, 'sender');
  return (values.get('amount') ?? '').split(',').flatMap((coin) => {
    const [, amount, id] = COIN.exec(coin) ?? [];
    return amount === undefined || id === undefined
      ? []
      : [{ asset: { kind: 'native', id }, sender, recipient, amount }];
  });
}

function tokensOf(values: Values): Found[] {
  const [id, recipient] = [addressOf(values, '_contract_address'), addressOf(values, 'to')];
  const amount = values.get('amount') ?? '';
  if (id === null || recipient === null || !AMOUNT_OF_TOKENS.test(amount)) return [];
  if (!PAYING.includes(values.get('action') ?? '')) return [];
  return [{ asset: { kind: 'cw20', id }, sender: addressOf(values, 'from'), recipient, amount }];
}

const addressOf = (values: Values, key: string): string | null => toAddress(values.get(key) ?? '') || null;
