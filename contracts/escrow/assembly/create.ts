import {
  Bytes,
  Env,
  MessageInfo,
  Ownership,
  Response,
  SECOND,
  U128,
  addU64,
  contractInfo,
  isValidAddress,
  make,
  mulU64,
  present,
  setContractVersion,
} from '@questp/std/assembly';
import {
  ACCEPTED,
  CommonError,
  EscrowError,
  EscrowInstantiateMsg,
  Parameters,
  assetOf,
  isValidAsset,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { ClockRecord } from './clock/clock-record';
import { CONTRACT_NAME, CONTRACT_VERSION } from './contract';
import { ConfigRecord } from './records/config-record';
import { StateRecord } from './records/state-record';
import { SharedRecord } from './roles/shared-record';

const BPS: u32 = 10_000;

/** The instantiate message. The creator stays the escrow's factory; it must have a shared record that can be read. */
export function createEscrow(env: Env, info: MessageInfo, input: Bytes): usize {
  const msg = EscrowInstantiateMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  const shared = SharedRecord.query(info.sender, env.blockTime);
  if (!shared) return refusal(EscrowError.FactoryUnreadable);
  const funding = fundingOf(info, msg);
  if (!funding) return refusal(EscrowError.InvalidInstantiate, Bytes.ascii('funding'));
  const refused = checkAddresses(msg) || checkParameters(msg.parameters);
  if (refused) return refused;

  const clock = make<ClockRecord>();
  clock.globalAtCreation = shared.totalAt(env.blockTime);
  clock.globalSeen = clock.globalAtCreation;
  clock.save();
  const parameters = msg.parameters;
  const commitWindow = mulU64(parameters.commitWindowSecs, SECOND);
  StateRecord.create(funding, addU64(parameters.endsAt, commitWindow), env.blockTime).save();
  saveConfig(env, info, msg);
  Ownership.of(msg.owner).save();
  setContractVersion(CONTRACT_NAME, CONTRACT_VERSION);
  return Response.create('instantiate')
    .attribute('campaign_id', msg.campaignId)
    .attributeU64('funding_attempt', msg.fundingAttempt)
    .attribute('owner', msg.owner)
    .attributeU128('funded_total', funding)
    .finish();
}

/** The amount of the pool: the attached coin, or what the factory announces for a CW20 pool; null for anything else. */
function fundingOf(info: MessageInfo, msg: EscrowInstantiateMsg): U128 | null {
  const asset = assetOf(msg.asset);
  const announced = msg.cw20Funding;
  if (!asset.isNative) return info.funds.length == 0 ? announced : null;
  if (announced || info.funds.length != 1) return null;
  const coin = info.funds.at(0);
  return coin.denom == asset.id ? coin.amount : null;
}

function checkAddresses(msg: EscrowInstantiateMsg): usize {
  if (!isValidAddress(msg.owner)) return refusal(CommonError.InvalidAddress, msg.owner);
  const asset = assetOf(msg.asset);
  return isValidAsset(asset) ? ACCEPTED : refusal(CommonError.InvalidAddress, asset.id);
}

/** Checks that the arithmetic relies on. The factory checks the bounds of windows and fee. */
function checkParameters(parameters: Parameters): usize {
  const isSound =
    parameters.startsAt < parameters.endsAt &&
    parameters.feeBps < BPS &&
    parameters.maxShareBps >= 1 &&
    parameters.maxShareBps <= BPS;
  return isSound ? ACCEPTED : refusal(EscrowError.InvalidInstantiate, Bytes.ascii('parameters'));
}

function saveConfig(env: Env, info: MessageInfo, msg: EscrowInstantiateMsg): void {
  const config = make<ConfigRecord>();
  config.campaignId = msg.campaignId;
  config.fundingAttempt = msg.fundingAttempt;
  config.factory = info.sender;
  config.asset = assetOf(msg.asset);
  config.parameters = msg.parameters;
  config.limits = msg.limits;
  config.createdAt = env.blockTime;
  config.codeId = msg.codeId;
  config.factoryCodeId = present(contractInfo(info.sender)).codeId;
  config.save();
}
