import { Bytes, JsonWriter, Ownership, Response, U128, isValidAddress, make, wasmExecute } from '@questp/std/assembly';
import { EscrowError, Phase, SyncCampaignOwner, TransferOwnership, refusal } from '@questp/message-schema/assembly';
import { requirePhase } from './checks';
import { Context } from './context';
import { ACCEPTED, requireOwner } from './roles/roles';
import { ReplyKind, replyId } from './sending/reply-id';

/** transfer_ownership: names a successor, before the campaign starts. Replaces an earlier offer. */
export function transferOwnership(context: Context, sender: Bytes, msg: TransferOwnership): usize {
  const refused = requireOwner(context, sender) || requirePhase(context, Phase.Upcoming);
  if (refused) return refused;
  if (!isValidAddress(msg.newOwner)) return refusal(EscrowError.InvalidAddress, msg.newOwner);
  if (msg.hasExpiry && msg.expiry <= context.env.blockTime) return refusal(EscrowError.InvalidExpiry);
  const ownership = context.ownership;
  ownership.pendingOwner = msg.newOwner;
  ownership.pendingExpiry = msg.hasExpiry ? msg.expiry : 0;
  ownership.save();
  return context.finish(Response.create('transfer_ownership').attribute('pending_owner', msg.newOwner));
}

/** accept_ownership: the successor takes over, and the factory re-reads the owner; should it refuse, anybody can ask it later. */
export function acceptOwnership(context: Context, sender: Bytes): usize {
  const refused = requireSuccessor(context, sender) || requirePhase(context, Phase.Upcoming);
  if (refused) return refused;
  const expiry = context.ownership.pendingExpiry;
  if (expiry && context.env.blockTime >= expiry) return refusal(EscrowError.OwnershipExpired);
  Ownership.of(sender).save();
  const config = context.config;
  const sync = wasmExecute(config.factory, syncMessage(config.campaignId), null, U128.zero());
  return context.finish(
    Response.create('accept_ownership')
      .attribute('owner', sender)
      .attribute('previous_owner', context.ownership.owner)
      .sendReplyOnError(replyId(ReplyKind.Sync, 0), sync),
  );
}

/** cancel_ownership_transfer: withdraws the offer, in any phase. */
export function cancelOwnershipTransfer(context: Context, sender: Bytes): usize {
  const refused = requireOwner(context, sender);
  if (refused) return refused;
  if (!context.ownership.pendingOwner) return refusal(EscrowError.NoPendingOwner);
  Ownership.of(sender).save();
  return context.finish(Response.create('cancel_ownership_transfer').attribute('owner', sender));
}

function requireSuccessor(context: Context, sender: Bytes): usize {
  const pending = context.ownership.pendingOwner;
  if (!pending) return refusal(EscrowError.NoPendingOwner);
  return pending.equals(sender) ? ACCEPTED : refusal(EscrowError.Unauthorized);
}

function syncMessage(campaignId: Bytes): Bytes {
  const sync = make<SyncCampaignOwner>();
  sync.campaignId = campaignId;
  const writer = JsonWriter.create(128).beginObject().field('sync_campaign_owner');
  sync.encode(writer);
  return writer.endObject().toBytes();
}
