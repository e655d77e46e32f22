import { Bytes, Env, MessageInfo, present } from '@questp/std/assembly';
import {
  CommonError,
  EscrowExecuteKind,
  EscrowExecuteMsg,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { commitAllocations } from './allocation/commit';
import { finalizeAllocations } from './allocation/finalize';
import { resetAllocations } from './allocation/reset';
import { Context } from './context';
import { dispute } from './dispute/dispute';
import { rejectAllocations, resolveDispute } from './dispute/reject';
import { cancel } from './funding/cancel';
import { reclaimExpired } from './funding/reclaim';
import { refundStrayAssets } from './funding/stray';
import { sweepLeftover } from './funding/sweep';
import { receive, topUp } from './funding/top-up';
import { acceptOwnership, cancelOwnershipTransfer, transferOwnership } from './ownership';
import { pause, unpause } from './pause/pause';
import { claim } from './payout/claim';
import { distribute } from './payout/distribute';
import { retryFailed } from './payout/retry';

/** Calls the handler of a message (spec 4.3). Only top_up accepts funds. */
export function executeMessage(env: Env, info: MessageInfo, input: Bytes): usize {
  const msg = EscrowExecuteMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  if (msg.kind == EscrowExecuteKind.TopUp) return topUp(Context.load(env, info.sender), info.sender, info.funds);
  if (info.funds.length != 0) return refusal(CommonError.FundsNotAccepted);
  return handle(Context.load(env, info.sender), info.sender, msg);
}

function handle(context: Context, sender: Bytes, msg: EscrowExecuteMsg): usize {
  switch (msg.kind) {
    case EscrowExecuteKind.Receive:
      return receive(context, sender, present(msg.receive));
    case EscrowExecuteKind.Cancel:
      return cancel(context, sender);
    case EscrowExecuteKind.CommitAllocations:
      return commitAllocations(context, sender, present(msg.commitAllocations));
    case EscrowExecuteKind.ResetAllocations:
      return resetAllocations(context, sender, present(msg.resetAllocations));
    case EscrowExecuteKind.FinalizeAllocations:
      return finalizeAllocations(context, sender, present(msg.finalizeAllocations));
    case EscrowExecuteKind.Dispute:
      return dispute(context, sender, present(msg.dispute));
    case EscrowExecuteKind.RejectAllocations:
      return rejectAllocations(context, sender, present(msg.rejectAllocations));
    case EscrowExecuteKind.ResolveDispute:
      return resolveDispute(context, sender, present(msg.resolveDispute));
    case EscrowExecuteKind.Distribute:
      return distribute(context, present(msg.distribute));
    case EscrowExecuteKind.Claim:
      return claim(context, sender);
    case EscrowExecuteKind.RetryFailed:
      return retryFailed(context, present(msg.retryFailed));
    case EscrowExecuteKind.ReclaimExpired:
      return reclaimExpired(context);
    case EscrowExecuteKind.SweepLeftover:
      return sweepLeftover(context);
    case EscrowExecuteKind.RefundStrayAssets:
      return refundStrayAssets(context, present(msg.refundStrayAssets));
    case EscrowExecuteKind.Pause:
      return pause(context, sender, present(msg.pause));
    case EscrowExecuteKind.Unpause:
      return unpause(context, sender);
    case EscrowExecuteKind.TransferOwnership:
      return transferOwnership(context, sender, present(msg.transferOwnership));
    case EscrowExecuteKind.AcceptOwnership:
      return acceptOwnership(context, sender);
    default:
      return cancelOwnershipTransfer(context, sender);
  }
}
