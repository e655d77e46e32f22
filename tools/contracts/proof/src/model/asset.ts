import { type Asset } from '../scenario/backend.js';

/** Text that two assets share when they are the same. */
export function assetKey(asset: Asset): string {
  return 'native' in asset ? `native/${asset.native.denom}` : `cw20/${asset.cw20.address}`;
}

export const native = (denom: string): Asset => ({ native: { denom } });
export const cw20 = (address: string): Asset => ({ cw20: { address } });
