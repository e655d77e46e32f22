import { Bytes, Key } from '@questp/std/assembly';

/** Bytes of the longest campaign id (specification 2.1). */
export const MAX_CAMPAIGN_ID: u32 = 64;

// Ids and attempts end their keys in byte order, so a page is one range.

/** Latest attempt of a campaign -> entry. */
export function campaignKey(campaignId: Bytes): Bytes {
  return Key.of('campaign').last(campaignId).bytes();
}

/** Older attempt of a campaign -> entry. */
export function attemptKey(campaignId: Bytes, attempt: u32): Bytes {
  return Key.of('attempt').part(campaignId).u32(attempt).bytes();
}

/** Campaigns by the owner of their latest attempt -> a mark; the id is the end of the key. */
export function ownerKey(owner: Bytes, campaignId: Bytes): Bytes {
  return Key.of('by_owner').part(owner).last(campaignId).bytes();
}
