import { Bytes, Reply, Response, humanize, panic } from '@questp/std/assembly';
import { CHUNK_SIZE, loadChunk } from './allocation/chunk';
import { Marks } from './allocation/marks';
import { reserveFailed } from './payout/failed-payout';
import { plannedAmount } from './records/planned-amount';
import { SnapshotRecord } from './records/snapshot-record';
import { StateRecord } from './records/state-record';
import { ReplyKind, replyKind, replyNumber } from './sending/reply-id';
import { transferAmount } from './sending/transfer';

/** Attributes cost gas by length, and a token chooses the text of its refusal. */
const MAX_ERROR: u32 = 128;

/** Records what the chain refused. Nothing here may fail: it would undo everybody else's payouts. */
export function handleReply(reply: Reply): usize {
  if (!reply.isError) panic('only refusals are replied to');
  const number = replyNumber(reply.id);
  return report(replyKind(reply.id), number).attribute('error', shortened(reply.error)).finish();
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

/** Cut between two characters. */
function shortened(text: Bytes): Bytes {
  if (text.length <= MAX_ERROR) return text;
  let end = MAX_ERROR;
  while ((text.at(end) & 0xc0) == 0x80) end--;
  return text.slice(0, end);
}
