import { Bytes, Env, Ownership, present, queryResponse } from '@questp/std/assembly';
import {
  CommonError,
  EscrowQueryKind,
  EscrowQueryMsg,
  lastFailure,
  ownershipResponse,
  refusal,
} from '@questp/message-schema/assembly';
import { Context } from './context';
import { queryAllocation, queryAllocations } from './queries/allocations';
import { configResponse } from './queries/config';
import { statusResponse } from './queries/status';

/** Answers a query of spec 4.4. */
export function answerQuery(env: Env, input: Bytes): usize {
  const msg = EscrowQueryMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  // The factory queries this while the escrow calls it, so only the owner is read.
  if (msg.kind == EscrowQueryKind.Ownership) return queryResponse(ownershipResponse(Ownership.load()).toJson());
  const context = Context.load(env);
  switch (msg.kind) {
    case EscrowQueryKind.Config:
      return queryResponse(configResponse(context).toJson());
    case EscrowQueryKind.Status:
      return queryResponse(statusResponse(context).toJson());
    case EscrowQueryKind.Allocation:
      return queryAllocation(context, present(msg.allocation));
    default:
      return queryAllocations(context, present(msg.allocations));
  }
}
