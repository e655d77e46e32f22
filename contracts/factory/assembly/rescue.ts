import { Asset, Bytes, Env, List, MessageInfo, Ownership, Reply, Response, isValidAddress } from '@questp/std/assembly';
import { AssetMsg, FactoryError, RescueFunds, refusal } from '@questp/message-schema/assembly';
import { assetKind, assetOf } from './asset-message';

const MAX_ASSETS: u32 = 10;
/** A token that burns gas fails alone; cw20-base needs about 78,000 (npm run bench:gas). */
const TOKEN_GAS_LIMIT: u64 = 500_000;

/**
 * Sends the whole balance of each asset to `recipient`; owner only. The factory holds no pool, so whatever lies here came
 * by mistake. An asset that cannot be read or sent stays behind and is named in the events.
 */
export function rescueFunds(env: Env, info: MessageInfo, msg: RescueFunds): usize {
  if (!Ownership.load().isOwner(info.sender)) return refusal(FactoryError.Unauthorized);
  const refused = checkAssets(msg.assets);
  if (refused) return refused;
  if (!isValidAddress(msg.recipient)) return refusal(FactoryError.InvalidAddress, Bytes.ascii('recipient'));

  const response = Response.create('rescue_funds').attribute('recipient', msg.recipient);
  for (let i: u32 = 0; i < msg.assets.length; i++) {
    rescue(assetOf(msg.assets.at(i)), i, env.contract, msg.recipient, response);
  }
  return response.finish();
}

/** The reply to a refused transfer: its id is the position of the asset in the message. */
export function reportRescueFailure(input: usize): usize {
  const reply = Reply.parse(input);
  return Response.create('rescue_failed').attributeU64('position', reply.id).attribute('error', reply.error).finish();
}

function checkAssets(assets: List<AssetMsg>): usize {
  const count = assets.length;
  if (count == 0 || count > MAX_ASSETS) return refusal(FactoryError.TooManyAssets);
  for (let i: u32 = 0; i < count; i++) {
    for (let j: u32 = 0; j < i; j++) {
      if (assetOf(assets.at(i)) == assetOf(assets.at(j))) return refusal(FactoryError.DuplicateAsset);
    }
  }
  return 0;
}

function rescue(asset: Asset, position: u32, factory: Bytes, recipient: Bytes, response: Response): void {
  const balance = asset.balanceOf(factory);
  response
    .event('rescue')
    .attributeU64('position', position)
    .attributeAscii('asset_kind', assetKind(asset))
    .attribute('asset', asset.id);
  if (!balance) {
    response.attributeAscii('outcome', 'unreadable');
  } else if (balance.isZero) {
    response.attributeAscii('outcome', 'empty');
  } else {
    response.attributeAscii('outcome', 'sent').attributeU128('amount', balance);
    response.sendReplyOnError(position, asset.send(recipient, balance), asset.isNative ? 0 : TOKEN_GAS_LIMIT);
  }
}
