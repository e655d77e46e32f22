import { Asset, Bytes, List, Response } from '@questp/std/assembly';
import { assetKind, assetOf, isValidAsset } from './asset';
import { AssetMsg } from './generated/common';
import { CommonError } from './generated/errors';
import { ACCEPTED, refusal } from './refusal';

// Assets that were sent to a contract by mistake are returned one by one: one that cannot be read or sent does not stop
// the others.

const MAX_ASSETS: u32 = 10;

/** 1 to 10 assets, none twice, tokens by their address. */
export function checkAssets(assets: List<AssetMsg>): usize {
  const count = assets.length;
  if (count == 0 || count > MAX_ASSETS) return refusal(CommonError.TooManyAssets);
  for (let i: u32 = 0; i < count; i++) {
    const asset = assetOf(assets.at(i));
    if (!isValidAsset(asset)) return refusal(CommonError.InvalidAddress, asset.id);
    for (let j: u32 = 0; j < i; j++) {
      if (assetOf(assets.at(j)) == asset) return refusal(CommonError.DuplicateAsset, asset.id);
    }
  }
  return ACCEPTED;
}

/**
 * Sends what `holder`, the contract itself, has of an asset, and reports it in an event of type `event`.
 *
 * @param position - Of the asset in the message.
 * @param replyId - Of the reply to a failed transfer.
 * @param isAlone - Whether the call sends nothing else.
 */
export function returnAsset(
  response: Response,
  event: string,
  asset: Asset,
  position: u32,
  holder: Bytes,
  recipient: Bytes,
  replyId: u64,
  isAlone: bool,
): void {
  const balance = asset.balanceOf(holder);
  response
    .event(event)
    .attributeU64('position', position)
    .attributeAscii('asset_kind', assetKind(asset))
    .attribute('asset', asset.id);
  if (!balance) {
    response.attributeAscii('outcome', 'unreadable');
  } else if (balance.isZero) {
    response.attributeAscii('outcome', 'empty');
  } else {
    response.attributeAscii('outcome', 'sent').attributeU128('amount', balance);
    asset.sendTolerantly(response, recipient, balance, replyId, isAlone);
  }
}
