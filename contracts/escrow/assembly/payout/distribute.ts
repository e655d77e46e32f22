import { Range, Response, humanize, panic, present } from '@questp/std/assembly';
import { Distribute, EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { CHUNK_SIZE, ChunkReader, allocationChunks } from '../allocation/chunk';
import { MarksWalk } from '../allocation/marks';
import { requirePhase, requireUnpaused } from '../checks';
import { Context } from '../context';
import { ReplyKind, replyId } from '../sending/reply-id';
import { complete } from './complete';
import { isPayable, plannedAmount } from '../records/planned-amount';

/**
 * distribute: examines the next entries and pays those that are due; the call that finds none left completes the
 * campaign. Counters are final before a message leaves: a refused payout moves from paid to failed in its reply.
 */
export function distribute(context: Context, msg: Distribute): usize {
  const refused = requireUnpaused(context) || requirePhase(context, Phase.Distributing);
  if (refused) return refused;
  const most = context.config.limits.maxDistributeBatch;
  const limit = msg.hasLimit ? msg.limit : most;
  if (limit == 0 || limit > most) return refusal(EscrowError.InvalidLimit);

  const state = context.state;
  const response = Response.create('distribute');
  if (state.examined == state.entryCount) {
    complete(context, response);
  } else {
    payBatch(context, response, limit);
  }
  return context.finish(response);
}

function payBatch(context: Context, response: Response, limit: u32): void {
  const state = context.state;
  const paidBefore = state.paidCount;
  const totalBefore = state.paidTotal;
  const skippedBefore = state.skippedCount;
  const end = min(state.examined + limit, state.entryCount);
  const first = state.cursor / CHUNK_SIZE;
  const chunks = allocationChunks(state.version).from(first);
  // Without a claim ahead of the cursor no mark matters.
  const walk = state.claimedAhead ? MarksWalk.from(state.version, first) : null;
  while (state.examined < end) payFromChunk(context, response, chunks, walk, end);
  state.sentHeight = context.env.blockHeight;
  response
    .attributeU64('paid_count', state.paidCount - paidBefore)
    .attributeU128('paid', state.paidTotal - totalBefore)
    .attributeU64('skipped_count', state.skippedCount - skippedBefore)
    .attributeU64('cursor', state.examined);
}

/** Pays from the cursor to the end of its chunk, the next of `chunks`, or until `end` entries are examined. */
function payFromChunk(context: Context, response: Response, chunks: Range, walk: MarksWalk | null, end: u32): void {
  const state = context.state;
  const number = state.cursor / CHUNK_SIZE;
  const marks = walk ? walk.at(number) : null;
  if (!chunks.next()) panic('a chunk is missing');
  const chunk = ChunkReader.of(chunks.value);
  chunk.skipBefore(state.cursor % CHUNK_SIZE);
  while (state.examined < end && chunk.next()) {
    if (marks && marks.isClaimed(chunk.position)) state.claimedAhead--;
    else payEntry(context, response, chunk);
    state.cursor++;
    state.examined++;
  }
  if (chunk.isAtEnd) state.cursor = (number + 1) * CHUNK_SIZE;
}

function payEntry(context: Context, response: Response, chunk: ChunkReader): void {
  const state = context.state;
  const amount = plannedAmount(state, present(context.snapshot), chunk.points);
  if (isPayable(context.config, amount)) {
    state.paidCount++;
    state.paidTotal = state.paidTotal + amount;
    const id = replyId(ReplyKind.Payout, state.cursor);
    context.config.asset.sendTolerantly(response, humanize(chunk.canonical), amount, id);
  } else {
    state.skippedCount++;
    state.skippedTotal = state.skippedTotal + amount;
  }
}
