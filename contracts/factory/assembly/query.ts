import { Bytes, Env, Ownership, queryResponse } from '@questp/std/assembly';
import {
  CommonError,
  FactoryQueryKind,
  FactoryQueryMsg,
  lastFailure,
  ownershipResponse,
  refusal,
} from '@questp/message-schema/assembly';
import { queryConfig } from './queries/config-query';
import { queryPauseState, queryPauseTotals } from './queries/pause-queries';
import {
  queryCampaign,
  queryCampaignAttempts,
  queryCampaigns,
  queryCampaignsByOwner,
} from './queries/registry-queries';

/** Answers a query of spec 4.2. */
export function answerQuery(env: Env, input: Bytes): usize {
  const msg = FactoryQueryMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  if (msg.kind == FactoryQueryKind.Config) return queryConfig(env);
  if (msg.kind == FactoryQueryKind.PauseState) return queryPauseState(env);
  const totals = msg.pauseTotals;
  if (totals) return queryPauseTotals(totals);
  const campaign = msg.campaign;
  if (campaign) return queryCampaign(campaign);
  const attempts = msg.campaignAttempts;
  if (attempts) return queryCampaignAttempts(attempts);
  const page = msg.campaigns;
  if (page) return queryCampaigns(page);
  const byOwner = msg.campaignsByOwner;
  if (byOwner) return queryCampaignsByOwner(byOwner);
  return queryResponse(ownershipResponse(Ownership.load()).toJson());
}
