import { Bytes, Response, U128, countCodePoints, hexDecode, make, present } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, FinalizeAllocations, Phase, refusal } from '@questp/message-schema/assembly';
import { requirePhase, requireUnpaused, requireVersion } from '../checks';
import { Context } from '../context';
import { SnapshotRecord } from '../records/snapshot-record';
import { Stage } from '../records/state-record';
import { saveAllocationFile } from '../records/texts';
import { requireOperator } from '../roles/roles';

const SHA256_LENGTH: u32 = 32;
const MAX_URI: i32 = 512;

/** finalize_allocations: takes the snapshot that payouts are computed from, and opens the challenge window. */
export function finalizeAllocations(context: Context, sender: Bytes, msg: FinalizeAllocations): usize {
  const refused =
    requireOperator(context, sender) ||
    requireUnpaused(context) ||
    requirePhase(context, Phase.Ended, Phase.Committing) ||
    requireVersion(context, msg.version) ||
    requireCommitted(context, msg) ||
    requireFile(msg);
  if (refused) return refused;
  const balance = context.config.asset.balanceOf(context.env.contract);
  if (!balance) return refusal(EscrowError.PoolUnreadable);

  const snapshot = takeSnapshot(context, balance);
  const state = context.state;
  state.stage = Stage.Finalized;
  snapshot.save();
  saveAllocationFile(msg.allocationSha256, msg.allocationUri);
  return context.finish(
    Response.create('finalize_allocations')
      .attributeU64('version', state.version)
      .attributeU64('entry_count', state.entryCount)
      .attributeU128('gross_balance', snapshot.grossBalance)
      .attributeU128('max_fee', snapshot.maxFee)
      .attributeU128('distributable', snapshot.distributable)
      .attributeU128('cap', snapshot.cap)
      .attribute('allocation_sha256', msg.allocationSha256),
  );
}

function requireCommitted(context: Context, msg: FinalizeAllocations): usize {
  const state = context.state;
  if (state.entryCount == 0) return refusal(EscrowError.EmptyAllocation);
  if (msg.expectedCount != state.entryCount) return refusal(EscrowError.CountMismatch);
  if (msg.expectedTotalPoints != state.totalPoints) return refusal(EscrowError.PointsMismatch);
  return ACCEPTED;
}

function requireFile(msg: FinalizeAllocations): usize {
  const hash = hexDecode(msg.allocationSha256);
  if (!hash || hash.length != SHA256_LENGTH) return refusal(EscrowError.InvalidSha256);
  const length = countCodePoints(msg.allocationUri);
  return length >= 1 && length <= MAX_URI ? ACCEPTED : refusal(EscrowError.InvalidUri);
}

/** Donations do not count. A token may have lost funds, so no more than its balance counts. */
function takeSnapshot(context: Context, balance: U128): SnapshotRecord {
  const parameters = context.config.parameters;
  const gross = U128.min(context.state.fundedTotal, balance);
  const snapshot = make<SnapshotRecord>();
  snapshot.at = context.env.blockTime;
  snapshot.challengeEndsAt = context.later(parameters.challengeSecs);
  snapshot.payoutsStartAt = snapshot.challengeEndsAt;
  snapshot.grossBalance = gross;
  snapshot.maxFee = U128.mulDivBps(gross, parameters.feeBps);
  snapshot.distributable = gross - snapshot.maxFee;
  snapshot.cap = U128.mulDivBps(snapshot.distributable, parameters.maxShareBps);
  snapshot.treasury = present(context.shared).treasury;
  return snapshot;
}
