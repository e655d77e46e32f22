import { Bytes, Response, present } from '@questp/std/assembly';
import { ACCEPTED, EscrowError, RetryFailed, refusal } from '@questp/message-schema/assembly';
import { findEntry } from '../allocation/lookup';
import { Marks } from '../allocation/marks';
import { requireClaimsOpen, requireUnpaused } from '../checks';
import { Context } from '../context';
import { ReplyKind, replyId } from '../sending/reply-id';
import { settleFailed } from './failed-payout';
import { plannedAmount } from '../records/planned-amount';

const MAX_ADDRESSES: u32 = 100;

/** retry_failed: sends failed payouts again; addresses whose payout has not failed are skipped and counted. */
export function retryFailed(context: Context, msg: RetryFailed): usize {
  const addresses = msg.addresses;
  const refused = requireUnpaused(context) || requireClaimsOpen(context) || requireListSize(addresses.length);
  if (refused) return refused;

  const state = context.state;
  const totalBefore = state.paidTotal;
  const response = Response.create('retry_failed');
  let retried: u32 = 0;
  for (let i: u32 = 0; i < addresses.length; i++) {
    if (retry(context, response, addresses.at(i), addresses.length == 1)) retried++;
  }
  state.sentHeight = context.env.blockHeight;
  return context.finish(
    response
      .attributeU64('retried_count', retried)
      .attributeU128('retried', state.paidTotal - totalBefore)
      .attributeU64('not_failed_count', addresses.length - retried),
  );
}

function requireListSize(size: u32): usize {
  return size >= 1 && size <= MAX_ADDRESSES ? ACCEPTED : refusal(EscrowError.BatchSize);
}

function retry(context: Context, response: Response, address: Bytes, isAlone: bool): bool {
  const state = context.state;
  const entry = findEntry(state.version, state.chunkCount, address);
  if (!entry) return false;
  const marks = Marks.load(state.version, entry.chunk);
  if (!marks.isFailed(entry.position)) return false;
  marks.clearFailed(entry.position);
  marks.save();
  const amount = plannedAmount(state, present(context.snapshot), entry.points);
  settleFailed(state, amount);
  context.config.asset.sendTolerantly(response, address, amount, replyId(ReplyKind.Payout, entry.slot), isAlone);
  return true;
}
