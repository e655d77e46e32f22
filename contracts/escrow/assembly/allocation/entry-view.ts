import { Bytes, U128, make } from '@questp/std/assembly';
import { AllocationEntry, AllocationStatus, Phase } from '@questp/message-schema/assembly';
import { Context } from '../context';
import { isPayable, plannedAmount } from '../records/planned-amount';
import { Entry } from './lookup';
import { Marks } from './marks';

/** An entry as queries show it. `marks` are those of its chunk. */
export function viewEntry(context: Context, version: u32, address: Bytes, entry: Entry, marks: Marks): AllocationEntry {
  const view = make<AllocationEntry>();
  view.address = address;
  view.version = version;
  view.points = entry.points;
  if (isDiscarded(context, version)) {
    view.status = AllocationStatus.Discarded;
    return view;
  }
  const snapshot = context.snapshot;
  if (!snapshot) {
    view.status = AllocationStatus.Pending;
    return view;
  }
  const amount = plannedAmount(context.state, snapshot, entry.points);
  view.amount = amount;
  view.status = statusOf(context, entry, amount, marks);
  return view;
}

/** Rejected, reset, cancelled or expired: nothing of it is ever paid. */
function isDiscarded(context: Context, version: u32): bool {
  return version != context.state.version || context.phase == Phase.Cancelled || context.phase == Phase.Expired;
}

function statusOf(context: Context, entry: Entry, amount: U128, marks: Marks): AllocationStatus {
  if (marks.isFailed(entry.position)) {
    return context.claimsAreOver ? AllocationStatus.Expired : AllocationStatus.Failed;
  }
  if (marks.isClaimed(entry.position)) return AllocationStatus.Paid;
  if (entry.slot >= context.state.cursor) return AllocationStatus.Pending;
  return isPayable(context.config, amount) ? AllocationStatus.Paid : AllocationStatus.Skipped;
}
