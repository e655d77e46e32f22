import { Bytes, codeChecksum, contractInfo } from '@questp/std/assembly';
import { ACCEPTED, FactoryError, refusal } from '@questp/message-schema/assembly';
import { CreationRequest } from './creation-request';

/** Check 16: exactly the ticket's asset, one coin or one approved token, above zero and at least `min_funding`. */
export function checkFunding(request: CreationRequest): usize {
  const token = request.token;
  const isExpectedAsset = token ? isTicketToken(request, token) : isTicketCoin(request);
  if (!isExpectedAsset) return refusal(FactoryError.InvalidFunding);
  const amount = request.amount;
  return amount.isZero || amount < request.ticket.minFunding ? refusal(FactoryError.InvalidFunding) : ACCEPTED;
}

function isTicketCoin(request: CreationRequest): bool {
  const native = request.ticket.asset.native;
  if (!native || request.coins.length != 1) return false;
  return request.coins.at(0).denom == native.denom;
}

function isTicketToken(request: CreationRequest, token: Bytes): bool {
  const cw20 = request.ticket.asset.cw20;
  if (!cw20 || request.coins.length != 0) return false;
  return cw20.address == token && isApproved(request, token);
}

/** A token is approved by the code it runs now; who may migrate it later is kept for the creation event. */
function isApproved(request: CreationRequest, token: Bytes): bool {
  const contract = contractInfo(token);
  if (!contract) return false;
  const checksum = codeChecksum(contract.codeId);
  if (!checksum) return false;
  request.tokenAdmin = contract.admin;
  const approved = request.config.cw20Checksums;
  for (let i: u32 = 0; i < approved.length; i++) {
    if (approved.at(i) == checksum) return true;
  }
  return false;
}
