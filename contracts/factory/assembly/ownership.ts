import {
  Bytes,
  Env,
  MessageInfo,
  Ownership,
  Response,
  acceptOwnership,
  cancelOwnershipTransfer,
  transferOwnership,
} from '@questp/std/assembly';
import { FactoryError, TransferOwnership, refusal } from '@questp/message-schema/assembly';

/** The owner offers the factory; a new offer replaces the one before. */
export function transferFactoryOwnership(env: Env, info: MessageInfo, msg: TransferOwnership): usize {
  // In the library 0 means "never", but an expiry of 0 that was asked for lies in the past, as 1 does.
  const expiry: u64 = msg.hasExpiry ? max<u64>(msg.expiry, 1) : 0;
  const refused = transferOwnership(info.sender, msg.newOwner, expiry, env.blockTime);
  if (refused) return refusalOf(refused);
  const response = Response.create('transfer_ownership')
    .attribute('owner', info.sender)
    .attribute('pending_owner', msg.newOwner);
  if (msg.hasExpiry) response.attributeU64('pending_expiry', msg.expiry);
  return response.finish();
}

/** The pending owner takes the factory over. */
export function acceptFactoryOwnership(env: Env, info: MessageInfo): usize {
  const previous = Ownership.load().owner;
  const refused = acceptOwnership(info.sender, env.blockTime);
  if (refused) return refusalOf(refused);
  return Response.create('accept_ownership')
    .attribute('owner', info.sender)
    .attribute('previous_owner', previous)
    .finish();
}

/** The owner withdraws the offer. */
export function cancelFactoryTransfer(info: MessageInfo): usize {
  const pending = Ownership.load().pendingOwner;
  const refused = cancelOwnershipTransfer(info.sender);
  if (refused) return refusalOf(refused);
  return Response.create('cancel_ownership_transfer')
    .attribute('owner', info.sender)
    .attribute('pending_owner', pending!)
    .finish();
}

/** The library names the reason, the message schema has its sentence. */
function refusalOf(code: string): usize {
  if (code == 'invalid_address') return refusal(FactoryError.InvalidAddress, Bytes.ascii('new_owner'));
  if (code == 'invalid_expiry') return refusal(FactoryError.InvalidExpiry);
  if (code == 'no_pending_owner') return refusal(FactoryError.NoPendingOwner);
  if (code == 'ownership_expired') return refusal(FactoryError.OwnershipExpired);
  return refusal(FactoryError.Unauthorized);
}
