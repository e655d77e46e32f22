import { Ownership, make, queryResponse } from '@questp/std/assembly';
import { OwnershipResponse } from '@questp/message-schema/assembly';

export function queryOwnership(): usize {
  const ownership = Ownership.load();
  const response = make<OwnershipResponse>();
  response.owner = ownership.owner;
  response.pendingOwner = ownership.pendingOwner;
  response.hasPendingExpiry = ownership.pendingExpiry != 0;
  response.pendingExpiry = ownership.pendingExpiry;
  return queryResponse(response.toJson());
}
