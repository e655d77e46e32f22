import { Bytes, SECOND, addU64 } from '@questp/std/assembly';
import { ACCEPTED, CommonError, FactoryError, refusal } from '@questp/message-schema/assembly';
import { isRunning } from '../global-pause';
import { MAX_CAMPAIGN_ID } from '../registry/keys';
import { CreationRequest } from './creation-request';

const TICKET_VERSION: u32 = 2;
const FULL_SHARE_BPS: u32 = 10_000;
/** How far ahead a campaign may start, and how long it may last (ns). */
const YEAR: u64 = 365 * 24 * 60 * 60 * SECOND;

/** Check 1. */
export function checkNotPaused(request: CreationRequest): usize {
  return isRunning(request.shared.pause, request.now) ? refusal(CommonError.Paused) : ACCEPTED;
}

/** Check 4. */
export function checkVersion(request: CreationRequest): usize {
  return request.ticket.v == TICKET_VERSION ? ACCEPTED : refusal(FactoryError.UnsupportedTicketVersion);
}

/** Check 5. */
export function checkChain(request: CreationRequest): usize {
  return request.ticket.chainId == request.env.chainId ? ACCEPTED : refusal(FactoryError.WrongChain);
}

/** Check 6. */
export function checkFactory(request: CreationRequest): usize {
  return request.ticket.factory == request.env.contract ? ACCEPTED : refusal(FactoryError.WrongFactory);
}

/** Check 7: rotating the code id or the admin invalidates unused tickets. */
export function checkEscrowCode(request: CreationRequest): usize {
  const config = request.config;
  const ticket = request.ticket;
  const isCurrent = ticket.escrowCodeId == config.escrowCodeId && isSameAdmin(ticket.escrowAdmin, config.escrowAdmin);
  return isCurrent ? ACCEPTED : refusal(FactoryError.StaleEscrowCode);
}

function isSameAdmin(left: Bytes | null, right: Bytes | null): bool {
  if (left && right) return left == right;
  return !left && !right;
}

/** Check 8. */
export function checkOwner(request: CreationRequest): usize {
  return request.ticket.owner == request.funder ? ACCEPTED : refusal(FactoryError.NotTicketOwner);
}

/** Check 9: at `expires_at` itself the ticket is over. */
export function checkNotExpired(request: CreationRequest): usize {
  return request.now < request.ticket.expiresAt ? ACCEPTED : refusal(FactoryError.TicketExpired);
}

/** Check 10: `[a-z0-9-]`, 1 to 64 characters. */
export function checkCampaignId(request: CreationRequest): usize {
  const id = request.ticket.campaignId;
  if (id.isEmpty || id.length > MAX_CAMPAIGN_ID) return refusal(FactoryError.InvalidCampaignId);
  for (let i: u32 = 0; i < id.length; i++) {
    const c = id.at(i);
    const isLetter = c >= 0x61 && c <= 0x7a;
    const isDigit = c >= 0x30 && c <= 0x39;
    if (!isLetter && !isDigit && c != 0x2d) return refusal(FactoryError.InvalidCampaignId);
  }
  return ACCEPTED;
}

/** Check 11. */
export function checkFundingAttempt(request: CreationRequest): usize {
  return request.ticket.fundingAttempt >= 1 ? ACCEPTED : refusal(FactoryError.InvalidFundingAttempt);
}

/** Check 12. The start may lie in the past: the campaign is then active at once. */
export function checkSchedule(request: CreationRequest): usize {
  const start = request.ticket.startsAt;
  const end = request.ticket.endsAt;
  const fits = start < end && end > request.now && start <= addU64(request.now, YEAR) && end - start <= YEAR;
  return fits ? ACCEPTED : refusal(FactoryError.InvalidSchedule);
}

/** Check 13. */
export function checkFee(request: CreationRequest): usize {
  return request.ticket.feeBps <= request.config.maxFeeBps ? ACCEPTED : refusal(FactoryError.FeeTooHigh);
}

/** Check 14. */
export function checkMaxShare(request: CreationRequest): usize {
  const share = request.ticket.maxShareBps;
  return share >= 1 && share <= FULL_SHARE_BPS ? ACCEPTED : refusal(FactoryError.InvalidMaxShare);
}

/** Check 15. The limits of a factory that an earlier release created may allow windows of 0. */
export function checkWindows(request: CreationRequest): usize {
  const ticket = request.ticket;
  const limits = request.config.limits;
  const fits =
    isWithin(ticket.challengeSecs, max<u32>(limits.minChallengeSecs, 1), limits.maxChallengeSecs) &&
    isWithin(ticket.commitWindowSecs, limits.minCommitWindowSecs, limits.maxCommitWindowSecs) &&
    isWithin(ticket.claimWindowSecs, max<u32>(limits.minClaimWindowSecs, 1), limits.maxClaimWindowSecs);
  return fits ? ACCEPTED : refusal(FactoryError.WindowOutOfLimits);
}

function isWithin(value: u32, least: u32, most: u32): bool {
  return value >= least && value <= most;
}
