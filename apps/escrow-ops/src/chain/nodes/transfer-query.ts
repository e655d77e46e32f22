import type { TransferSearch } from './chain-node.js';

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
