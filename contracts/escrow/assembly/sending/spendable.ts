import { U128 } from '@questp/std/assembly';
import { Context } from '../context';

/**
 * What the escrow can send of the pool's asset: its balance, null when the token cannot be read. Where funds were sent
 * earlier in the same block it is at most what the counters leave, because part of the balance may belong to messages
 * that have not run yet: a token can call the escrow back before them.
 */
export function spendable(context: Context): U128 | null {
  const live = context.config.asset.balanceOf(context.env.contract);
  if (!live || context.state.sentHeight != context.env.blockHeight) return live;
  return U128.min(live, booked(context));
}

function booked(context: Context): U128 {
  const state = context.state;
  const sent = U128.addSaturating(state.paidTotal + state.feePaid, state.refundedTotal);
  return state.fundedTotal - U128.min(sent, state.fundedTotal);
}
