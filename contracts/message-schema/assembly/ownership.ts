import { Bytes, Ownership, OwnershipRefusal, make } from '@questp/std/assembly';
import { OwnershipResponse } from './generated/common';
import { CommonError } from './generated/errors';
import { ACCEPTED, refusal } from './refusal';

/**
 * The refusal of a step of a handover.
 *
 * @param notNow - Error where the contract does not take the step at the moment.
 * @param newOwner - The address that was offered.
 */
export function ownershipRefusal(reason: OwnershipRefusal, notNow: usize = 0, newOwner: Bytes | null = null): usize {
  switch (reason) {
    case OwnershipRefusal.None:
      return ACCEPTED;
    case OwnershipRefusal.NotNow:
      return refusal(notNow);
    case OwnershipRefusal.InvalidAddress:
      return refusal(CommonError.InvalidAddress, newOwner);
    case OwnershipRefusal.InvalidExpiry:
      return refusal(CommonError.InvalidExpiry);
    case OwnershipRefusal.NoPendingOwner:
      return refusal(CommonError.NoPendingOwner);
    case OwnershipRefusal.Expired:
      return refusal(CommonError.OwnershipExpired);
    default:
      return refusal(CommonError.Unauthorized);
  }
}

/** The answer to `ownership {}`. */
export function ownershipResponse(ownership: Ownership): OwnershipResponse {
  const response = make<OwnershipResponse>();
  response.owner = ownership.owner;
  response.pendingOwner = ownership.pendingOwner;
  response.hasPendingExpiry = ownership.pendingExpiry != 0;
  response.pendingExpiry = ownership.pendingExpiry;
  return response;
}
