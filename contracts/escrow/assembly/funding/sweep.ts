import { Response, U128 } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { requirePhase } from '../checks';
import { Context } from '../context';
import { lapseFailed } from '../payout/failed-payout';
import { sendFee, sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/**
 * sweep_leftover: what is still here goes to the owner; a fee the treasury could not receive goes to the treasury. What
 * was reserved for failed payouts has lapsed and is counted no more.
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
    sendFee(context, response, shared.treasury, reserved);
  }
  sendRefund(context, response, leftover);
  state.save();
  return context.finish(response);
}

/** After completion the reserve of failed payouts is in the balance until nobody can claim it any more. */
function requireClaimsOver(context: Context): usize {
  if (context.phase == Phase.Cancelled || context.clock.isPast(context.claimDeadline)) return ACCEPTED;
  return refusal(EscrowError.ClaimDeadlineNotReached);
}
