import { Env, MessageInfo, message } from '@questp/std/assembly';
import { migrateTo } from '@questp/message-schema/assembly';
import { createFactory } from './config/create-factory';
import { CONTRACT_NAME, CONTRACT_VERSION } from './contract';
import { executeMessage } from './execute';
import { answerQuery } from './query';
import { reportRescueFailure } from './rescue';

export {
  allocate,
  deallocate,
  interface_version_8,
  requires_cosmwasm_1_2,
  requires_iterator,
} from '@questp/std/assembly';

export function instantiate(env: usize, info: usize, msg: usize): usize {
  return createFactory(MessageInfo.parse(info), message(msg));
}

export function execute(env: usize, info: usize, msg: usize): usize {
  return executeMessage(Env.parse(env), MessageInfo.parse(info), message(msg));
}

export function query(env: usize, msg: usize): usize {
  return answerQuery(Env.parse(env), message(msg));
}

export function reply(env: usize, msg: usize): usize {
  return reportRescueFailure(msg);
}

export function migrate(env: usize, msg: usize): usize {
  return migrateTo(CONTRACT_NAME, CONTRACT_VERSION, message(msg));
}
