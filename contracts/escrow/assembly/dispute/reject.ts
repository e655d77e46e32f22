import { Bytes, Response, addU32, present } from '@questp/std/assembly';
import {
  DisputeDecision,
  EscrowError,
  Phase,
  RejectAllocations,
  ResolveDispute,
  refusal,
} from '@questp/message-schema/assembly';
import { discardAllocation } from '../allocation/reset';
import { requirePhase, requireReason } from '../checks';
import { Context } from '../context';
import { SnapshotRecord } from '../records/snapshot-record';
import { Stage } from '../records/state-record';
import { requireGuardian } from '../roles/roles';

/** Rejections that extend the commit deadline. Later ones are accepted and do not. */
const MAX_EXTENSIONS: u32 = 2;

/** reject_allocations: the guardian discards the allocation, with or without a dispute. */
export function rejectAllocations(context: Context, sender: Bytes, msg: RejectAllocations): usize {
  const refused =
    requireGuardian(context, sender) ||
    requirePhase(context, Phase.Challenge, Phase.Disputed) ||
    requireReason(msg.reason);
  if (refused) return refused;
  return reject(context, Response.create('reject_allocations').attribute('reason', msg.reason));
}

/** resolve_dispute: payouts start now, or the allocation is discarded. */
export function resolveDispute(context: Context, sender: Bytes, msg: ResolveDispute): usize {
  const refused = requireGuardian(context, sender) || requirePhase(context, Phase.Disputed);
  if (refused) return refused;
  const response = Response.create('resolve_dispute');
  if (msg.decision == DisputeDecision.RejectAllocation) {
    return reject(context, response.attributeAscii('decision', 'reject_allocation'));
  }
  const snapshot = present(context.snapshot);
  snapshot.resolvedAt = context.env.blockTime;
  snapshot.payoutsStartAt = context.clock.now;
  snapshot.save();
  return context.finish(
    response.attributeAscii('decision', 'keep_allocation').attributeU64('version', context.state.version),
  );
}

/** Never true after a payout, even if the clock went back. */
function reject(context: Context, response: Response): usize {
  const state = context.state;
  if (state.examined | state.claimedAhead) return refusal(EscrowError.WrongPhase);
  response.attributeU64('rejected_version', state.version);
  discardAllocation(state);
  state.stage = Stage.Open;
  if (state.rejections < MAX_EXTENSIONS) {
    state.commitDeadline = max(state.commitDeadline, context.later(context.config.limits.minRecommitSecs));
  }
  state.rejections = addU32(state.rejections, 1);
  SnapshotRecord.remove();
  return context.finish(
    response
      .attributeU64('version', state.version)
      .attributeU64('commit_deadline', context.clock.project(state.commitDeadline)),
  );
}
