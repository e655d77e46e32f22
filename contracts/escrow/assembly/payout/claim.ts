import { Bytes, Response, U128, present } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, refusal } from '@questp/message-schema/assembly';
import { Entry, findEntry } from '../allocation/lookup';
import { Marks } from '../allocation/marks';
import { requireClaimsOpen, requireUnpaused } from '../checks';
import { Context } from '../context';
import { settleFailed } from './failed-payout';
import { isPayable, plannedAmount } from '../records/planned-amount';

/**
 * claim: pays the sender's own entry, pending or failed. It is sent without a reply: a failure reverts the call and
 * shows the sender the bank's reason.
 */
export function claim(context: Context, sender: Bytes): usize {
  const refused = requireUnpaused(context) || requireClaimsOpen(context);
  if (refused) return refused;
  const state = context.state;
  const entry = findEntry(state.version, state.chunkCount, sender);
  if (!entry) return refusal(EscrowError.AllocationNotFound);
  const amount = plannedAmount(state, present(context.snapshot), entry.points);
  if (!isPayable(context.config, amount)) return refusal(EscrowError.BelowMinPayout);
  const marks = Marks.load(state.version, entry.chunk);
  const unavailable = take(context, entry, amount, marks);
  if (unavailable) return unavailable;

  marks.save();
  state.sentHeight = context.env.blockHeight;
  return context.finish(
    Response.create('claim')
      .attribute('address', sender)
      .attributeU128('amount', amount)
      .send(context.config.asset.send(sender, amount)),
  );
}

function take(context: Context, entry: Entry, amount: U128, marks: Marks): usize {
  const state = context.state;
  if (marks.isFailed(entry.position)) {
    marks.clearFailed(entry.position);
    settleFailed(state, amount);
    return ACCEPTED;
  }
  if (entry.slot < state.cursor || marks.isClaimed(entry.position)) return refusal(EscrowError.AlreadyPaid);
  marks.setClaimed(entry.position);
  state.claimedAhead++;
  state.paidCount++;
  state.paidTotal = state.paidTotal + amount;
  return ACCEPTED;
}
