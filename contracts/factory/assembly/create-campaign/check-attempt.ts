import { Bytes, Key, addU32, rawQuery } from '@questp/std/assembly';
import { ACCEPTED, FactoryError, refusal } from '@questp/message-schema/assembly';
import { findCampaign } from '../registry/registry';
import { CreationRequest } from './creation-request';

// The beginning of an escrow's `state` record (docs/guides/contracts.md, Storage).
const STATE_LAYOUT: u8 = 1;
const STAGE_CANCELLED: u8 = 3;

/** Check 17: the first attempt is 1, attempt n + 1 follows a cancelled attempt n. */
export function checkAttempt(request: CreationRequest): usize {
  const attempt = request.ticket.fundingAttempt;
  const latest = findCampaign(request.ticket.campaignId);
  const follows = latest ? attempt == addU32(latest.fundingAttempt, 1) && isCancelled(latest.escrow) : attempt == 1;
  if (!follows) return refusal(FactoryError.FundingAttemptRefused);
  request.previous = latest;
  return ACCEPTED;
}

/** An escrow whose state cannot be read is not known to be cancelled. */
function isCancelled(escrow: Bytes): bool {
  const state = rawQuery(escrow, Key.of('state').bytes());
  if (!state || state.length < 2) return false;
  return state.at(0) == STATE_LAYOUT && state.at(1) == STAGE_CANCELLED;
}
