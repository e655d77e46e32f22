import { Asset, isValidAddress, make } from '@questp/std/assembly';
import { AssetCw20, AssetKind, AssetMsg, AssetNative } from '@questp/message-schema/assembly';

export function assetOf(msg: AssetMsg): Asset {
  const native = msg.native;
  return native ? Asset.native(native.denom) : Asset.cw20(msg.cw20!.address);
}

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

/** A denomination is the bank's matter; a token must be a normalised address. */
export function isValidAsset(asset: Asset): bool {
  return asset.isNative ? !asset.id.isEmpty : isValidAddress(asset.id);
}
