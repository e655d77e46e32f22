import { List, make, queryResponse } from '@questp/std/assembly';
import {
  CampaignAttemptsQuery,
  CampaignAttemptsResponse,
  CampaignEntry,
  CampaignQuery,
  CampaignsByOwnerQuery,
  CampaignsQuery,
  CampaignsResponse,
  FactoryError,
  refusal,
} from '@questp/message-schema/assembly';
import { attemptsAfter, campaignsAfter, ownedAfter } from '../registry/pages';
import { findCampaign } from '../registry/registry';
import { pageSize } from './page-size';

/** The latest attempt. */
export function queryCampaign(msg: CampaignQuery): usize {
  const entry = findCampaign(msg.campaignId);
  if (!entry) return refusal(FactoryError.CampaignNotFound);
  return queryResponse(entry.toJson());
}

/** Every attempt of one campaign, ascending: the older ones, then the latest. */
export function queryCampaignAttempts(msg: CampaignAttemptsQuery): usize {
  const response = make<CampaignAttemptsResponse>();
  // Attempts begin at 1, so an absent start_after is 0.
  response.attempts = attemptsAfter(msg.campaignId, msg.startAfter, pageSize(msg.hasLimit, msg.limit));
  return queryResponse(response.toJson());
}

/** The latest attempts of all campaigns, ascending by campaign id. */
export function queryCampaigns(msg: CampaignsQuery): usize {
  return page(campaignsAfter(msg.startAfter, pageSize(msg.hasLimit, msg.limit)));
}

/** The latest attempts of one owner's campaigns, ascending by campaign id. */
export function queryCampaignsByOwner(msg: CampaignsByOwnerQuery): usize {
  return page(ownedAfter(msg.owner, msg.startAfter, pageSize(msg.hasLimit, msg.limit)));
}

function page(campaigns: List<CampaignEntry>): usize {
  const response = make<CampaignsResponse>();
  response.campaigns = campaigns;
  return queryResponse(response.toJson());
}
