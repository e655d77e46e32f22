import { Bytes, Message, Response, cw20Transfer, make, wasmInstantiate2 } from '@questp/std/assembly';
import {
  CampaignEntry,
  EscrowInstantiateMsg,
  Parameters,
  Ticket,
  assetKind,
  assetOf,
} from '@questp/message-schema/assembly';
import { addAttempt } from '../registry/registry';
import { CreationRequest } from './creation-request';
import { escrowAddress, escrowLabel, escrowSalt } from './escrow-address';

/**
 * Records the campaign and creates its escrow with the funds. Where a message fails, the whole creation is reverted, and
 * the funds stay with the funder.
 */
export function createEscrow(request: CreationRequest): usize {
  const ticket = request.ticket;
  const salt = escrowSalt(ticket.campaignId, ticket.fundingAttempt);
  const entry = newEntry(request, escrowAddress(request.config.escrowChecksum, request.env.contract, salt));
  addAttempt(entry, request.previous);

  const response = announce(request, entry);
  response.send(instantiateEscrow(request, salt));
  const token = request.token;
  if (token) response.send(cw20Transfer(token, entry.escrow, request.tokenAmount));
  return response.finish();
}

function newEntry(request: CreationRequest, escrow: Bytes): CampaignEntry {
  const ticket = request.ticket;
  const entry = make<CampaignEntry>();
  entry.campaignId = ticket.campaignId;
  entry.fundingAttempt = ticket.fundingAttempt;
  entry.escrow = escrow;
  entry.owner = ticket.owner;
  entry.asset = ticket.asset;
  entry.createdAt = request.now;
  entry.codeId = request.config.escrowCodeId;
  return entry;
}

function announce(request: CreationRequest, entry: CampaignEntry): Response {
  const asset = assetOf(entry.asset);
  const response = Response.create('create_campaign')
    .attribute('campaign_id', entry.campaignId)
    .attributeU64('funding_attempt', entry.fundingAttempt)
    .attribute('escrow', entry.escrow)
    .attribute('owner', entry.owner)
    .attributeAscii('asset_kind', assetKind(asset))
    .attribute('asset', asset.id)
    .attributeU128('amount', request.amount)
    .attributeU64('code_id', entry.codeId);
  const tokenAdmin = request.tokenAdmin;
  if (tokenAdmin) response.attribute('token_admin', tokenAdmin);
  return response;
}

function instantiateEscrow(request: CreationRequest, salt: Bytes): Message {
  const ticket = request.ticket;
  const config = request.config;
  const label = escrowLabel(ticket.campaignId, ticket.fundingAttempt);
  const msg = escrowMessage(request);
  if (request.token) {
    return wasmInstantiate2(config.escrowCodeId, msg, label, config.escrowAdmin, salt, null, request.tokenAmount);
  }
  const denom = request.coins.at(0).denom;
  return wasmInstantiate2(config.escrowCodeId, msg, label, config.escrowAdmin, salt, denom, request.amount);
}

function escrowMessage(request: CreationRequest): Bytes {
  const ticket = request.ticket;
  const msg = make<EscrowInstantiateMsg>();
  msg.campaignId = ticket.campaignId;
  msg.fundingAttempt = ticket.fundingAttempt;
  msg.owner = ticket.owner;
  msg.asset = ticket.asset;
  msg.parameters = parametersOf(ticket);
  msg.limits = request.config.limits;
  if (request.token) msg.cw20Funding = request.tokenAmount;
  msg.hasCodeId = true;
  msg.codeId = request.config.escrowCodeId;
  return msg.toJson();
}

function parametersOf(ticket: Ticket): Parameters {
  const parameters = make<Parameters>();
  parameters.startsAt = ticket.startsAt;
  parameters.endsAt = ticket.endsAt;
  parameters.feeBps = ticket.feeBps;
  parameters.minPayout = ticket.minPayout;
  parameters.maxShareBps = ticket.maxShareBps;
  parameters.challengeSecs = ticket.challengeSecs;
  parameters.commitWindowSecs = ticket.commitWindowSecs;
  parameters.claimWindowSecs = ticket.claimWindowSecs;
  return parameters;
}
