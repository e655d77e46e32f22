import type { ChainAct, Coin } from '@questp/messages/integrations';
import { actOf, coinsOf, type Found } from '../fields.js';
import { eventsOf } from '../events.js';
import type { MessageContext } from '../message-reader.js';
import type { Call } from './call.js';
import { tokenOf } from './token.js';

const METHODS = new Set(['swap', 'execute_swap_operations']);
/** Bech32: such an asset is a CW20 contract, and any other a coin of the bank. */
const CONTRACT = /^[a-z]+1[02-9ac-hj-np-z]{38,}$/;

/** `swap` of a pair and `execute_swap_operations` of a router. */
export function swapped(call: Call, { denom, events }: MessageContext): Found<ChainAct> | undefined {
  const { sender, contract, method, funds } = call;
  if (!METHODS.has(method)) return undefined;
  const { amounts, isComplete } = coinsOf(funds, denom);
  const last = eventsOf(events, 'wasm').findLast(({ values }) => values.get('action') === 'swap');
  const received = receivedIn(last?.values.get('ask_asset'), last?.values.get('return_amount'));
  const isRead = isComplete && received !== undefined;
  return actOf('swap', sender, { contract, method: method, amounts, received }, isRead);
}

function receivedIn(asset: string | undefined, amount: string | undefined): Coin[] | undefined {
  if (asset === undefined) return undefined;
  const coin = CONTRACT.test(asset) ? tokenOf(asset, amount) : { denom: asset, amount };
  const { amounts, isComplete } = coinsOf([coin], undefined);
  return isComplete && amounts.length > 0 ? amounts : undefined;
}
