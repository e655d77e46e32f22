import { Reply, Response, humanize, panic, shortened } from '@questp/std/assembly';
import { EscrowError, refusal } from '@questp/message-schema/assembly';
import { CHUNK_SIZE, loadChunk } from './allocation/chunk';
import { Marks } from './allocation/marks';
import { reserveFailed } from './payout/failed-payout';
import { plannedAmount } from './records/planned-amount';
import { SnapshotRecord } from './records/snapshot-record';
import { StateRecord } from './records/state-record';
import { ReplyKind, replyKind, replyNumber } from './sending/reply-id';
import { transferAmount } from './sending/transfer';

/**
 * What the chain reports for a message beyond its limit of nested calls (wasmd x/wasm/types/errors.go). Only the caller
 * of this contract decides how deep it runs. A contract cannot report this text: the chain appends to what it says.
 */
const CALL_TOO_DEEP: string = 'codespace: wasm, code: 30';

/**
 * Records a message that failed. Fails itself, which reverts the whole call, only where the caller stands too deep:
 * anything else would let one recipient revert the payouts of all.
 */
export function handleReply(reply: Reply): usize {
  if (!reply.isError) panic('only refusals are replied to');
  const kind = replyKind(reply.id);
  const movesPool = kind <= ReplyKind.Refund;
  if (movesPool && reply.error.equalsAscii(CALL_TOO_DEEP)) return refusal(EscrowError.CallTooDeep);
  return report(kind, replyNumber(reply.id)).attribute('error', shortened(reply.error)).finish();
}

function report(kind: ReplyKind, number: u32): Response {
  switch (kind) {
    case ReplyKind.Payout:
      return payoutFailed(number);
    case ReplyKind.Fee:
      return feeFailed(number);
    case ReplyKind.Refund:
      return refundFailed(number);
    case ReplyKind.Stray:
      return Response.create('stray_refund_failed').attributeU64('position', number);
    default:
      return Response.create('sync_failed');
  }
}

function payoutFailed(slot: u32): Response {
  const state = StateRecord.load();
  const position = slot % CHUNK_SIZE;
  const chunk = loadChunk(state.version, slot / CHUNK_SIZE);
  chunk.skipBefore(position);
  chunk.next();
  const amount = plannedAmount(state, SnapshotRecord.load(), chunk.points);
  const marks = Marks.load(state.version, slot / CHUNK_SIZE);
  marks.setFailed(position);
  marks.save();
  reserveFailed(state, amount);
  state.save();
  return Response.create('payout_failed')
    .attribute('address', humanize(chunk.canonical))
    .attributeU128('amount', amount);
}

/** The fee stays owed: sweep_leftover sends it again. */
function feeFailed(number: u32): Response {
  const state = StateRecord.load();
  const amount = transferAmount(number);
  state.feePaid = state.feePaid - amount;
  state.feeOwed = state.feeOwed + amount;
  state.save();
  return Response.create('fee_failed').attributeU128('amount', amount);
}

/** The money stays in the escrow: sweep_leftover or reclaim_expired sends it again. */
function refundFailed(number: u32): Response {
  const state = StateRecord.load();
  const amount = transferAmount(number);
  state.refundedTotal = state.refundedTotal - amount;
  state.save();
  return Response.create('refund_failed').attributeU128('amount', amount);
}
