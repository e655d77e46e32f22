import * as std from '@questp/std/assembly';
import { Bytes, JsonWriter, Response, U128, make, wasmExecute } from '@questp/std/assembly';
import {
  EscrowError,
  Phase,
  SyncCampaignOwner,
  TransferOwnership,
  ownershipRefusal,
} from '@questp/message-schema/assembly';
import { Context } from './context';
import { ReplyKind, replyId } from './sending/reply-id';

/** Gas limit, about four times the need: the code of the factory must not be able to block the handover. */
const SYNC_GAS_LIMIT: u64 = 500_000;

/** transfer_ownership: names a successor, before the campaign starts. Replaces an earlier offer. */
export function transferOwnership(context: Context, sender: Bytes, msg: TransferOwnership): usize {
  const now = context.env.blockTime;
  const isOpen = context.phase == Phase.Upcoming;
  const offered = msg.newOwner;
  const reason = std.transferOwnership(context.ownership, sender, offered, msg.hasExpiry, msg.expiry, now, isOpen);
  if (reason) return ownershipRefusal(reason, EscrowError.WrongPhase, offered);
  return context.finish(Response.create('transfer_ownership').attribute('pending_owner', offered));
}

/** accept_ownership: the successor takes over, and the factory reads the new owner; if it fails, anybody syncs later. */
export function acceptOwnership(context: Context, sender: Bytes): usize {
  const isOpen = context.phase == Phase.Upcoming;
  const reason = std.acceptOwnership(context.ownership, sender, context.env.blockTime, isOpen);
  if (reason) return ownershipRefusal(reason, EscrowError.WrongPhase);
  const config = context.config;
  const sync = wasmExecute(config.factory, syncMessage(config.campaignId), null, U128.zero());
  return context.finish(
    Response.create('accept_ownership')
      .attribute('owner', sender)
      .attribute('previous_owner', context.ownership.owner)
      .sendReplyOnError(replyId(ReplyKind.Sync, 0), sync, SYNC_GAS_LIMIT),
  );
}

/** cancel_ownership_transfer: withdraws the offer, in any phase. */
export function cancelOwnershipTransfer(context: Context, sender: Bytes): usize {
  const reason = std.cancelOwnershipTransfer(context.ownership, sender);
  if (reason) return ownershipRefusal(reason);
  return context.finish(Response.create('cancel_ownership_transfer').attribute('owner', sender));
}

function syncMessage(campaignId: Bytes): Bytes {
  const sync = make<SyncCampaignOwner>();
  sync.campaignId = campaignId;
  const writer = JsonWriter.create(128).beginObject().field('sync_campaign_owner');
  sync.encode(writer);
  return writer.endObject().toBytes();
}
