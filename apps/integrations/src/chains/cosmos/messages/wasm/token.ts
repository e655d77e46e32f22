import type { ChainAct } from '@questp/messages/integrations';
import { transferOf, type Found } from '../fields.js';
import type { MessageContext } from '../message-reader.js';
import type { Call } from './call.js';

/** A coin of a CW20 contract, in the form of the bank. */
export const tokenOf = (contract: unknown, amount: unknown) => ({ denom: `cw20:${String(contract)}`, amount });

/** `transfer` and `send` of a CW20 contract. */
export function tokenTransferred(call: Call, { denom }: MessageContext): Found<ChainAct> | undefined {
  const { sender, contract, method, members } = call;
  const { amount } = members;
  if (typeof amount !== 'string') return undefined;
  const to = method === 'transfer' ? members['recipient'] : method === 'send' ? members['contract'] : undefined;
  return to === undefined ? undefined : transferOf(sender, to, [tokenOf(contract, amount)], denom);
}

/** An amount of an asset, as exchanges write it: `{info: {native_token: {denom}} or {token: {contract_addr}}, amount}`. */
export function assetOf(asset: Readonly<Record<string, unknown>>): unknown {
  const { info, amount } = asset as { info?: Info; amount?: unknown };
  const contract = info?.token?.contract_addr;
  return contract === undefined ? { denom: info?.native_token?.denom, amount } : tokenOf(contract, amount);
}

interface Info {
  native_token?: { denom?: unknown };
  token?: { contract_addr?: unknown };
}
