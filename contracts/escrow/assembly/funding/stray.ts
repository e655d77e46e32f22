import { List, Response } from '@questp/std/assembly';
import {
  ACCEPTED,
  AssetMsg,
  EscrowError,
  RefundStrayAssets,
  assetOf,
  checkAssets,
  refusal,
  returnAsset,
} from '@questp/message-schema/assembly';
import { Context } from '../context';
import { ReplyKind, replyId } from '../sending/reply-id';

/** refund_stray_assets: sends assets other than the pool's to the owner. One that fails does not stop the others. */
export function refundStrayAssets(context: Context, msg: RefundStrayAssets): usize {
  const refused = checkAssets(msg.assets) || requireStray(context, msg.assets);
  if (refused) return refused;
  const response = Response.create('refund_stray_assets');
  const owner = context.ownership.owner;
  for (let i: u32 = 0; i < msg.assets.length; i++) {
    const id = replyId(ReplyKind.Stray, i);
    returnAsset(
      response,
      'stray',
      assetOf(msg.assets.at(i)),
      i,
      context.env.contract,
      owner,
      id,
      msg.assets.length == 1,
    );
  }
  return context.finish(response);
}

function requireStray(context: Context, assets: List<AssetMsg>): usize {
  for (let i: u32 = 0; i < assets.length; i++) {
    if (assetOf(assets.at(i)) == context.config.asset) return refusal(EscrowError.PoolAssetNotStray);
  }
  return ACCEPTED;
}
