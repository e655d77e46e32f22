import { Env, MessageInfo, Reply, message } from '@questp/std/assembly';
import { migrateTo } from '@questp/message-schema/assembly';
import { CONTRACT_NAME, CONTRACT_VERSION } from './contract';
import { createEscrow } from './create';
import { executeMessage } from './execute';
import { answerQuery } from './query';
import { handleReply } from './reply';

export { allocate, deallocate, interface_version_8, requires_iterator } from '@questp/std/assembly';

export function instantiate(env: usize, info: usize, msg: usize): usize {
  return createEscrow(Env.parse(env), MessageInfo.parse(info), message(msg));
}

export function execute(env: usize, info: usize, msg: usize): usize {
  return executeMessage(Env.parse(env), MessageInfo.parse(info), message(msg));
}

export function query(env: usize, msg: usize): usize {
  return answerQuery(Env.parse(env), message(msg));
}

export function reply(_env: usize, msg: usize): usize {
  return handleReply(Reply.parse(msg));
}

export function migrate(_env: usize, msg: usize): usize {
  return migrateTo(CONTRACT_NAME, CONTRACT_VERSION, message(msg));
}
