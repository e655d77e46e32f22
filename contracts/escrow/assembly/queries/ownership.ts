import { Ownership, make } from '@questp/std/assembly';
import { OwnershipResponse } from '@questp/message-schema/assembly';

export function ownershipResponse(ownership: Ownership): OwnershipResponse {
  const response = make<OwnershipResponse>();
  response.owner = ownership.owner;
  response.pendingOwner = ownership.pendingOwner;
  response.hasPendingExpiry = ownership.pendingExpiry != 0;
  response.pendingExpiry = ownership.pendingExpiry;
  return response;
}
