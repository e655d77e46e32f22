import { Bytes, List, Order, Range, after, prefixEnd, present } from '@questp/std/assembly';
import { CampaignEntry } from '@questp/message-schema/assembly';
import { decodeEntry } from './campaign-record';
import { MAX_CAMPAIGN_ID, attemptKey, campaignKey, ownerKey } from './keys';
import { findCampaign } from './registry';

/** The latest attempts after `startAfter` (a campaign id), ascending, at most `size`. */
export function campaignsAfter(startAfter: Bytes | null, size: u32): List<CampaignEntry> {
  const all = campaignKey(Bytes.empty());
  const start = startAfter ? after(campaignKey(asLongAsAnId(startAfter))) : all;
  const range = Range.of(start, prefixEnd(all), Order.Ascending);
  const page = List.create<CampaignEntry>(size);
  while (page.length < size && range.next()) page.push(decodeEntry(range.value));
  return page;
}

/** The same for the campaigns of one owner. */
export function ownedAfter(owner: Bytes, startAfter: Bytes | null, size: u32): List<CampaignEntry> {
  const all = ownerKey(owner, Bytes.empty());
  const start = startAfter ? after(ownerKey(owner, asLongAsAnId(startAfter))) : all;
  const range = Range.of(start, prefixEnd(all), Order.Ascending);
  const page = List.create<CampaignEntry>(size);
  while (page.length < size && range.next()) {
    page.push(present(findCampaign(range.key.slice(all.length, range.key.length))));
  }
  return page;
}

/** Every attempt numbered above `startAfter`, ascending, at most `size`: the older ones, then the latest. */
export function attemptsAfter(campaignId: Bytes, startAfter: u32, size: u32): List<CampaignEntry> {
  const page = List.create<CampaignEntry>(size);
  const latest = findCampaign(campaignId);
  if (!latest || latest.fundingAttempt <= startAfter) return page;
  const end = attemptKey(campaignId, latest.fundingAttempt);
  const range = Range.of(attemptKey(campaignId, startAfter + 1), end, Order.Ascending);
  while (page.length < size && range.next()) page.push(decodeEntry(range.value));
  if (page.length < size) page.push(latest);
  return page;
}

/** No id is longer than 64 bytes, so the first 64 decide where a page starts. The chain refuses very long keys. */
function asLongAsAnId(startAfter: Bytes): Bytes {
  return startAfter.slice(0, min(startAfter.length, MAX_CAMPAIGN_ID));
}
