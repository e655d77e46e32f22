import { Bytes, Response, isValidAddress, make, panic, present, smartQuery } from '@questp/std/assembly';
import {
  EscrowQueryKind,
  EscrowQueryMsg,
  FactoryError,
  OwnershipResponse,
  SyncCampaignOwner,
  refusal,
} from '@questp/message-schema/assembly';
import { changeOwner, findCampaign } from './registry';

/**
 * Re-reads the owner of the latest attempt's escrow. Any account may call it repeatedly, because the owner comes from the
 * escrow and not from the caller.
 */
export function syncCampaignOwner(msg: SyncCampaignOwner): usize {
  const entry = findCampaign(msg.campaignId);
  if (!entry) return refusal(FactoryError.CampaignNotFound);
  const owner = ownerOf(entry.escrow);
  const response = Response.create('sync_campaign_owner')
    .attribute('campaign_id', entry.campaignId)
    .attributeU64('funding_attempt', entry.fundingAttempt)
    .attribute('owner', owner);
  if (owner == entry.owner) return response.attributeAscii('effect', 'none').finish();
  response.attributeAscii('effect', 'changed').attribute('previous_owner', entry.owner);
  changeOwner(entry, owner);
  return response.finish();
}

/** The factory created the escrow from its own code, so one that names no owner is a fault, not a refusal. */
function ownerOf(escrow: Bytes): Bytes {
  const query = make<EscrowQueryMsg>();
  query.kind = EscrowQueryKind.Ownership;
  const answer = smartQuery(escrow, query.toJson());
  const ownership = answer ? OwnershipResponse.parse(answer) : null;
  if (!ownership || !isValidAddress(ownership.owner)) panic('the escrow names no owner');
  return present(ownership).owner;
}
