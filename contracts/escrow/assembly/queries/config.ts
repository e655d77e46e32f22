import { make } from '@questp/std/assembly';
import { EscrowConfigResponse, Roles, assetMessage } from '@questp/message-schema/assembly';
import { Context } from '../context';

/** Terms as created; owner and roles as they are now. */
export function configResponse(context: Context): EscrowConfigResponse {
  const config = context.config;
  const response = make<EscrowConfigResponse>();
  response.campaignId = config.campaignId;
  response.parameters = config.parameters;
  response.fundingAttempt = config.fundingAttempt;
  response.owner = context.ownership.owner;
  response.factory = config.factory;
  response.asset = assetMessage(config.asset);
  response.createdAt = config.createdAt;
  response.limits = config.limits;
  response.hasCodeId = config.codeId != 0;
  response.codeId = config.codeId;
  response.hasFactoryCodeId = config.factoryCodeId != 0;
  response.factoryCodeId = config.factoryCodeId;
  const shared = context.shared;
  if (shared) {
    const roles = make<Roles>();
    roles.operator = shared.operator;
    roles.pauser = shared.pauser;
    roles.guardian = shared.guardian;
    roles.treasury = shared.treasury;
    response.roles = roles;
  }
  return response;
}
