import type { TransferSearch } from './chain-node.js';

/** An event of a transaction, as CometBFT indexes it. */
interface IndexedEvent {
  type: string;
  attributes: readonly { key: string; value: string }[];
}

/** The query of CometBFT for transactions with a transfer: of the bank module, or of a CW20 contract. */
export function transferQuery({ asset, sender, recipient, fromHeight, toHeight }: TransferSearch): string {
  const ofBank = [
    `transfer.sender='${sender}'`,
    ...(recipient === undefined ? [] : [`transfer.recipient='${recipient}'`]),
  ];
  const ofToken = [
    ...[`wasm._contract_address='${asset.id}'`, `wasm.from='${sender}'`],
    ...(recipient === undefined ? [] : [`wasm.to='${recipient}'`]),
  ];
  const conditions = asset.kind === 'native' ? ofBank : ofToken;
  return [...conditions, `tx.height>=${fromHeight}`, `tx.height<=${toHeight}`].join(' AND ');
}

/** Who the events of a transaction say received the asset from the sender. */
export const recipientsOf = (search: TransferSearch, events: readonly IndexedEvent[]): string[] =>
  events.flatMap((event) => recipientOf(search, event) ?? []);

function recipientOf({ asset, sender }: TransferSearch, { type, attributes }: IndexedEvent): string | undefined {
  const valueOf = (name: string) => attributes.find(({ key }) => key === name)?.value;
  if (asset.kind === 'cw20') {
    const isTransfer = type === 'wasm' && valueOf('_contract_address') === asset.id && valueOf('action') === 'transfer';
    return isTransfer && valueOf('from') === sender ? valueOf('to') : undefined;
  }
  const isCoin = (valueOf('amount') ?? '').replace(/^\d+/, '') === asset.id;
  return type === 'transfer' && valueOf('sender') === sender && isCoin ? valueOf('recipient') : undefined;
}
