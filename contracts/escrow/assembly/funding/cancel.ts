import { Bytes, Response, U128 } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { Context } from '../context';
import { Stage } from '../records/state-record';
import { isGuardian, isOwner, requireRole } from '../roles/roles';
import { sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/**
 * cancel: ends the campaign and returns the whole balance without a fee. It takes effect as well when the owner cannot
 * receive, and when the escrow is empty after a reclaim: the next funding attempt is then possible.
 */
export function cancel(context: Context, sender: Bytes): usize {
  const guardian = isGuardian(context, sender);
  const refused = requireRole(context, guardian || isOwner(context, sender)) || requireCancellable(context, guardian);
  if (refused) return refused;
  const state = context.state;
  const balance = spendable(context);
  const response = Response.create('cancel');
  state.stage = Stage.Cancelled;
  state.closedAt = context.env.blockTime;
  sendRefund(context, response, balance ? balance : U128.zero());
  return context.finish(response);
}

/**
 * The owner before the start; the guardian whenever no allocation is finalized, an expired campaign included, whose next
 * attempt can be funded only after a cancelled one.
 */
function requireCancellable(context: Context, guardian: bool): usize {
  switch (context.phase) {
    case Phase.Upcoming:
      return ACCEPTED;
    case Phase.Active:
    case Phase.Ended:
    case Phase.Committing:
    case Phase.Expired:
      return guardian ? ACCEPTED : refusal(EscrowError.WrongPhase);
    default:
      return refusal(EscrowError.WrongPhase);
  }
}
