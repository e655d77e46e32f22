import { Response } from '@questp/std/assembly';
import { EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { requirePhase } from '../checks';
import { Context } from '../context';
import { Stage } from '../records/state-record';
import { sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/** reclaim_expired: returns the whole balance of a campaign nobody finalized in time; again as often as some is left. */
export function reclaimExpired(context: Context): usize {
  const refused = requirePhase(context, Phase.Expired);
  if (refused) return refused;
  const balance = spendable(context);
  if (!balance || balance.isZero) return refusal(EscrowError.NothingToSend);
  const response = Response.create('reclaim_expired');
  context.state.stage = Stage.Reclaimed;
  sendRefund(context, response, balance);
  context.state.save();
  return context.finish(response);
}
