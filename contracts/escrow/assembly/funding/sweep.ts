import { Response, U128 } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { requirePhase } from '../checks';
import { Context } from '../context';
import { lapseFailed } from '../payout/failed-payout';
import { sendFee, sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/**
 * sweep_leftover: sends the remaining balance to the owner, and a fee that the treasury could not receive before to the
 * treasury. The reserve for failed payouts has lapsed and is set to zero.
 */
export function sweepLeftover(context: Context): usize {
  const refused = requirePhase(context, Phase.Cancelled, Phase.Completed) || requireClaimsOver(context);
  if (refused) return refused;
  const balance = spendable(context);
  if (!balance || balance.isZero) return refusal(EscrowError.NothingToSend);

  const state = context.state;
  const reserved = U128.min(state.feeOwed, balance);
  const leftover = balance - reserved;
  const shared = context.shared;
  const sendsFee = shared !== null && !reserved.isZero;
  if (!sendsFee && leftover.isZero) return refusal(EscrowError.NothingToSend);
  lapseFailed(state);
  const response = Response.create('sweep_leftover');
  if (shared && sendsFee) {
    state.feeOwed = state.feeOwed - reserved;
    sendFee(context, response, shared.treasury, reserved, leftover.isZero);
  }
  sendRefund(context, response, leftover, !sendsFee);
  return context.finish(response);
}

/** After completion the balance holds the reserve for failed payouts until claims are over. */
function requireClaimsOver(context: Context): usize {
  const isOver = context.phase == Phase.Cancelled || context.claimsAreOver;
  return isOver ? ACCEPTED : refusal(EscrowError.ClaimDeadlineNotReached);
}
