import { Env, MessageInfo, present } from '@questp/std/assembly';
import {
  CommonError,
  CreateCampaign,
  FactoryCw20HookMsg,
  Receive,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { CreationRequest } from './creation-request';
import { createEscrow } from './create-escrow';
import { checkCreation } from './creation-checks';

/** A native pool: the ticket's owner attaches the coin. */
export function createCampaign(env: Env, info: MessageInfo, msg: CreateCampaign): usize {
  return create(CreationRequest.create(env, info.sender, info.funds, msg));
}

/** A CW20 pool: the token hands over what its holder sent, so the sender is the token. */
export function receive(env: Env, info: MessageInfo, msg: Receive): usize {
  const hook = FactoryCw20HookMsg.parse(msg.msg);
  if (!hook) return refusal(CommonError.InvalidMessage, lastFailure());
  const request = CreationRequest.create(env, msg.sender, info.funds, present(hook.createCampaign));
  request.token = info.sender;
  request.tokenAmount = msg.amount;
  return create(request);
}

function create(request: CreationRequest): usize {
  const refused = checkCreation(request);
  return refused ? refused : createEscrow(request);
}
