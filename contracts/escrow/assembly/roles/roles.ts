import { Bytes } from '@questp/std/assembly';
import { ACCEPTED, CommonError, EscrowError, refusal } from '@questp/message-schema/assembly';
import { Context } from '../context';

export function isOwner(context: Context, sender: Bytes): bool {
  return context.ownership.owner == sender;
}

export function isGuardian(context: Context, sender: Bytes): bool {
  const shared = context.shared;
  return shared !== null && shared.guardian == sender;
}

export function isPauser(context: Context, sender: Bytes): bool {
  const shared = context.shared;
  return shared !== null && shared.pauser == sender;
}

/** Refuses unless the sender `may`: whether they hold a role that the message needs. */
export function requireRole(context: Context, may: bool): usize {
  if (may) return ACCEPTED;
  return refusal(context.shared ? CommonError.Unauthorized : EscrowError.FactoryUnreadable);
}

export function requireOperator(context: Context, sender: Bytes): usize {
  const shared = context.shared;
  return requireRole(context, shared !== null && shared.operator == sender);
}

export function requireGuardian(context: Context, sender: Bytes): usize {
  return requireRole(context, isGuardian(context, sender));
}

export function requireOwner(context: Context, sender: Bytes): usize {
  return isOwner(context, sender) ? ACCEPTED : refusal(CommonError.Unauthorized);
}
