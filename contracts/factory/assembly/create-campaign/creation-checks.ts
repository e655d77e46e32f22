import { CreationRequest } from './creation-request';
import { checkAttempt } from './check-attempt';
import { checkFunding } from './check-funding';
import { checkSignature, checkTicketParses } from './check-signature';
import {
  checkCampaignId,
  checkChain,
  checkEscrowCode,
  checkFactory,
  checkFee,
  checkFundingAttempt,
  checkMaxShare,
  checkNotExpired,
  checkNotPaused,
  checkOwner,
  checkSchedule,
  checkVersion,
  checkWindows,
} from './check-ticket';

/** The checks of spec 4.1 in its order; 0 when all pass, else the refusal of the first that fails. */
export function checkCreation(request: CreationRequest): usize {
  return (
    checkNotPaused(request) || // 1
    checkSignature(request) || // 2
    checkTicketParses(request) || // 3
    checkVersion(request) || // 4
    checkChain(request) || // 5
    checkFactory(request) || // 6
    checkEscrowCode(request) || // 7
    checkOwner(request) || // 8
    checkNotExpired(request) || // 9
    checkCampaignId(request) || // 10
    checkFundingAttempt(request) || // 11
    checkSchedule(request) || // 12
    checkFee(request) || // 13
    checkMaxShare(request) || // 14
    checkWindows(request) || // 15
    checkFunding(request) || // 16
    checkAttempt(request) // 17
  );
}
