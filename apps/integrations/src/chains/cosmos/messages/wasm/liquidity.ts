import type { ChainAct } from '@questp/messages/integrations';
import { actOf, coinsOf, isObject, type Found } from '../fields.js';
import type { MessageContext } from '../message-reader.js';
import type { Call } from './call.js';
import { assetOf } from './token.js';

/** `provide_liquidity` of a pair. Its assets are what the contract takes; without them, the coins that came along. */
export function liquidityAdded(call: Call, { denom }: MessageContext): Found<ChainAct> | undefined {
  const { sender, contract, method, members, funds } = call;
  if (method !== 'provide_liquidity') return undefined;
  const { assets } = members;
  const given = Array.isArray(assets) ? assets.map((asset: unknown) => isObject(asset) && assetOf(asset)) : funds;
  const { amounts, isComplete } = coinsOf(given, denom);
  return actOf('lp_add', sender, { contract, method, amounts }, isComplete);
}
