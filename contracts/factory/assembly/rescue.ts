import { Bytes, Env, MessageInfo, Ownership, Reply, Response, isValidAddress, shortened } from '@questp/std/assembly';
import { CommonError, RescueFunds, assetOf, checkAssets, refusal, returnAsset } from '@questp/message-schema/assembly';

/**
 * Sends the whole balance of each asset to `recipient`; owner only. The factory holds no pool, so all of it was sent by
 * mistake.
 */
export function rescueFunds(env: Env, info: MessageInfo, msg: RescueFunds): usize {
  if (!Ownership.load().isOwner(info.sender)) return refusal(CommonError.Unauthorized);
  const refused = checkAssets(msg.assets);
  if (refused) return refused;
  if (!isValidAddress(msg.recipient)) return refusal(CommonError.InvalidAddress, Bytes.ascii('recipient'));

  const response = Response.create('rescue_funds').attribute('recipient', msg.recipient);
  for (let i: u32 = 0; i < msg.assets.length; i++) {
    returnAsset(
      response,
      'rescue',
      assetOf(msg.assets.at(i)),
      i,
      env.contract,
      msg.recipient,
      i,
      msg.assets.length == 1,
    );
  }
  return response.finish();
}

/** The reply to a failed transfer: its id is the position of the asset in the message. */
export function reportRescueFailure(input: usize): usize {
  const reply = Reply.parse(input);
  return Response.create('rescue_failed')
    .attributeU64('position', reply.id)
    .attribute('error', shortened(reply.error))
    .finish();
}
