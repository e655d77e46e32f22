import { Response } from '@questp/std/assembly';
import { EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { requirePhase } from '../checks';
import { Context } from '../context';
import { Stage } from '../records/state-record';
import { sendRefund } from '../sending/transfer';
import { spendable } from '../sending/spendable';

/** reclaim_expired: returns the whole balance of a campaign that was not finalized in time; again while any is left. */
export function reclaimExpired(context: Context): usize {
  const refused = requirePhase(context, Phase.Expired);
  if (refused) return refused;
  const balance = spendable(context);
  if (!balance || balance.isZero) return refusal(EscrowError.NothingToSend);
  const response = Response.create('reclaim_expired');
  context.state.stage = Stage.Reclaimed;
  sendRefund(context, response, balance, true);
  return context.finish(response);
}
