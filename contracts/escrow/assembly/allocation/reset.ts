import { Bytes, Response, U128, addU32 } from '@questp/std/assembly';
import { Phase, ResetAllocations } from '@questp/message-schema/assembly';
import { requirePhase, requireUnpaused, requireVersion } from '../checks';
import { Context } from '../context';
import { StateRecord } from '../records/state-record';
import { requireOperator } from '../roles/roles';

/** reset_allocations: the operator starts over. The deadline stays. */
export function resetAllocations(context: Context, sender: Bytes, msg: ResetAllocations): usize {
  const refused =
    requireOperator(context, sender) ||
    requireUnpaused(context) ||
    requirePhase(context, Phase.Ended, Phase.Committing) ||
    requireVersion(context, msg.version);
  if (refused) return refused;
  const state = context.state;
  discardAllocation(state);
  return context.finish(Response.create('reset_allocations').attributeU64('version', state.version));
}

/** Starts the next version; the chunks of the old one stay readable under theirs. */
export function discardAllocation(state: StateRecord): void {
  state.version = addU32(state.version, 1);
  state.entryCount = 0;
  state.chunkCount = 0;
  state.totalPoints = U128.zero();
}
