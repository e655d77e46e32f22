import {
  Env,
  MessageInfo,
  Ownership,
  Response,
  acceptOwnership,
  cancelOwnershipTransfer,
  present,
  transferOwnership,
} from '@questp/std/assembly';
import { TransferOwnership, ownershipRefusal } from '@questp/message-schema/assembly';

/** The owner offers the factory; a new offer replaces the one before. */
export function transferFactoryOwnership(env: Env, info: MessageInfo, msg: TransferOwnership): usize {
  const ownership = Ownership.load();
  const reason = transferOwnership(ownership, info.sender, msg.newOwner, msg.hasExpiry, msg.expiry, env.blockTime);
  if (reason) return ownershipRefusal(reason, 0, msg.newOwner);
  const response = Response.create('transfer_ownership')
    .attribute('owner', info.sender)
    .attribute('pending_owner', msg.newOwner);
  if (msg.hasExpiry) response.attributeU64('pending_expiry', msg.expiry);
  return response.finish();
}

/** The pending owner takes the factory over. */
export function acceptFactoryOwnership(env: Env, info: MessageInfo): usize {
  const ownership = Ownership.load();
  const reason = acceptOwnership(ownership, info.sender, env.blockTime);
  if (reason) return ownershipRefusal(reason);
  return Response.create('accept_ownership')
    .attribute('owner', info.sender)
    .attribute('previous_owner', ownership.owner)
    .finish();
}

/** The owner withdraws the offer. */
export function cancelFactoryTransfer(info: MessageInfo): usize {
  const ownership = Ownership.load();
  const reason = cancelOwnershipTransfer(ownership, info.sender);
  if (reason) return ownershipRefusal(reason);
  return Response.create('cancel_ownership_transfer')
    .attribute('owner', info.sender)
    .attribute('pending_owner', present(ownership.pendingOwner))
    .finish();
}
