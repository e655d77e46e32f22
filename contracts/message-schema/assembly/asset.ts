import { Asset, isValidAddress, make, present } from '@questp/std/assembly';
import { AssetCw20, AssetKind, AssetMsg, AssetNative } from './generated/common';

/** The asset a message names. */
export function assetOf(msg: AssetMsg): Asset {
  const native = msg.native;
  return native ? Asset.native(native.denom) : Asset.cw20(present(msg.cw20).address);
}

/** The form an asset has in messages and answers. */
export function assetMessage(asset: Asset): AssetMsg {
  const msg = make<AssetMsg>();
  if (asset.isNative) {
    const native = make<AssetNative>();
    native.denom = asset.id;
    msg.kind = AssetKind.Native;
    msg.native = native;
  } else {
    const cw20 = make<AssetCw20>();
    cw20.address = asset.id;
    msg.kind = AssetKind.Cw20;
    msg.cw20 = cw20;
  }
  return msg;
}

/** `native` or `cw20`, as events name it. */
export function assetKind(asset: Asset): string {
  return asset.isNative ? 'native' : 'cw20';
}

/** A token must be a normalised address; of denominations the bank decides. */
export function isValidAsset(asset: Asset): bool {
  return asset.isNative ? !asset.id.isEmpty : isValidAddress(asset.id);
}
