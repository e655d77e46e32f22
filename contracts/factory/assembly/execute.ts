import { Bytes, Env, MessageInfo, present } from '@questp/std/assembly';
import {
  CommonError,
  FactoryExecuteKind,
  FactoryExecuteMsg,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { updateConfig } from './config/update-config';
import { createCampaign, receive } from './create-campaign/create-campaign';
import { acceptFactoryOwnership, cancelFactoryTransfer, transferFactoryOwnership } from './ownership';
import { pauseFactory, unpauseFactory } from './pause/pause-factory';
import { syncCampaignOwner } from './registry/sync-owner';
import { rescueFunds } from './rescue';

/** Calls the handler of a message. Only campaign creation accepts funds; check 16 examines them. */
export function executeMessage(env: Env, info: MessageInfo, input: Bytes): usize {
  const msg = FactoryExecuteMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  const creation = msg.createCampaign;
  if (creation) return createCampaign(env, info, creation);
  const received = msg.receive;
  if (received) return receive(env, info, received);
  if (info.funds.length != 0) return refusal(CommonError.FundsNotAccepted);
  return executeNonPayable(env, info, msg);
}

function executeNonPayable(env: Env, info: MessageInfo, msg: FactoryExecuteMsg): usize {
  const update = msg.updateConfig;
  if (update) return updateConfig(info, update);
  const pause = msg.pause;
  if (pause) return pauseFactory(env, info, pause);
  if (msg.kind == FactoryExecuteKind.Unpause) return unpauseFactory(env, info);
  const rescue = msg.rescueFunds;
  if (rescue) return rescueFunds(env, info, rescue);
  const transfer = msg.transferOwnership;
  if (transfer) return transferFactoryOwnership(env, info, transfer);
  if (msg.kind == FactoryExecuteKind.AcceptOwnership) return acceptFactoryOwnership(env, info);
  if (msg.kind == FactoryExecuteKind.CancelOwnershipTransfer) return cancelFactoryTransfer(info);
  return syncCampaignOwner(present(msg.syncCampaignOwner));
}
