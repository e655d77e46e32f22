import { Response, U128, present } from '@questp/std/assembly';
import { Context } from '../context';
import { Stage } from '../records/state-record';
import { sendFee, sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/**
 * Ends the payouts: sends the fee on the paid and reserved amounts to the treasury, and everything else but the reserve to
 * the owner. Where one of them cannot receive, or the token cannot be read, sweep_leftover sends it later.
 */
export function complete(context: Context, response: Response): void {
  const state = context.state;
  const fee = earnedFee(context);
  const balance = spendable(context);
  const free = balance ? balance - U128.min(balance, state.failedOutstanding) : U128.zero();
  const payableFee = U128.min(fee, free);
  state.stage = Stage.Completed;
  state.closedAt = context.env.blockTime;
  state.reservedUntil = context.later(context.config.limits.minClaimWindowSecs);
  state.feeOwed = fee - payableFee;
  response.attributeAscii('completed', 'true');
  sendFee(context, response, present(context.snapshot).treasury, payableFee);
  sendRefund(context, response, free - payableFee);
}

/** floor(max_fee * (paid + reserved) / distributable), at most max_fee. */
function earnedFee(context: Context): U128 {
  const snapshot = present(context.snapshot);
  if (snapshot.maxFee.isZero) return U128.zero();
  const earned = context.state.paidTotal + context.state.failedOutstanding;
  return U128.min(U128.mulDiv(snapshot.maxFee, earned, snapshot.distributable), snapshot.maxFee);
}
