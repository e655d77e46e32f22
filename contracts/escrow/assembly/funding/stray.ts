import { Asset, List, Response } from '@questp/std/assembly';
import { AssetMsg, EscrowError, RefundStrayAssets, refusal } from '@questp/message-schema/assembly';
import { assetOf, isValidAsset } from '../asset';
import { Context } from '../context';
import { ACCEPTED } from '../roles/roles';
import { ReplyKind } from '../sending/reply-id';
import { sendTolerant } from '../sending/send';

const MAX_ASSETS: u32 = 10;

/** refund_stray_assets: sends what does not belong here to the owner. One asset that refuses blocks none of the others. */
export function refundStrayAssets(context: Context, msg: RefundStrayAssets): usize {
  const refused = checkAssets(context, msg.assets);
  if (refused) return refused;
  const response = Response.create('refund_stray_assets');
  for (let i: u32 = 0; i < msg.assets.length; i++) refund(context, response, assetOf(msg.assets.at(i)), i);
  return context.finish(response);
}

function checkAssets(context: Context, assets: List<AssetMsg>): usize {
  const count = assets.length;
  if (count == 0 || count > MAX_ASSETS) return refusal(EscrowError.TooManyAssets);
  let isPool = false;
  for (let i: u32 = 0; i < count; i++) {
    const asset = assetOf(assets.at(i));
    if (!isValidAsset(asset)) return refusal(EscrowError.InvalidAddress, asset.id);
    for (let j: u32 = 0; j < i; j++) {
      if (assetOf(assets.at(j)) == asset) return refusal(EscrowError.DuplicateAsset, asset.id);
    }
    if (asset == context.config.asset) isPool = true;
  }
  return isPool ? refusal(EscrowError.PoolAssetNotStray) : ACCEPTED;
}

function refund(context: Context, response: Response, asset: Asset, position: u32): void {
  const balance = asset.balanceOf(context.env.contract);
  response
    .event('stray')
    .attributeU64('position', position)
    .attributeAscii('asset_kind', asset.isNative ? 'native' : 'cw20')
    .attribute('asset', asset.id);
  if (!balance) {
    response.attributeAscii('outcome', 'unreadable');
  } else if (balance.isZero) {
    response.attributeAscii('outcome', 'empty');
  } else {
    response.attributeAscii('outcome', 'sent').attributeU128('amount', balance);
    sendTolerant(response, asset, context.ownership.owner, balance, ReplyKind.Stray, position);
  }
}
