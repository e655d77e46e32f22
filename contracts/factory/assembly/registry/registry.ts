import { Bytes, Key, storageGet, storageRemove, storageSet } from '@questp/std/assembly';
import { CampaignEntry } from '@questp/message-schema/assembly';
import { decodeEntry, encodeEntry } from './campaign-record';
import { MAX_CAMPAIGN_ID, attemptKey, campaignKey, ownerKey } from './keys';

/** The latest attempt of the campaign, null when the factory does not know the id. */
export function findCampaign(campaignId: Bytes): CampaignEntry | null {
  // The chain ends a call that asks for a key of more than 64 KiB.
  if (campaignId.length > MAX_CAMPAIGN_ID) return null;
  const stored = storageGet(campaignKey(campaignId));
  return stored ? decodeEntry(stored) : null;
}

/** Records a new attempt as the latest one; `previous`, the latest until now, moves to the older ones. */
export function addAttempt(entry: CampaignEntry, previous: CampaignEntry | null): void {
  if (previous) {
    storageSet(attemptKey(previous.campaignId, previous.fundingAttempt), encodeEntry(previous));
    storageRemove(ownerKey(previous.owner, previous.campaignId));
  }
  storageSet(campaignKey(entry.campaignId), encodeEntry(entry));
  indexOwner(entry);
}

/** Gives the latest attempt another owner. */
export function changeOwner(entry: CampaignEntry, owner: Bytes): void {
  storageRemove(ownerKey(entry.owner, entry.campaignId));
  entry.owner = owner;
  storageSet(campaignKey(entry.campaignId), encodeEntry(entry));
  indexOwner(entry);
}

function indexOwner(entry: CampaignEntry): void {
  // An empty value is not a value to the chain's store.
  storageSet(ownerKey(entry.owner, entry.campaignId), Bytes.ascii('1'));
}
