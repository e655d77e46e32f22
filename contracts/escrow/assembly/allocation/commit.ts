import { Bytes, BytesBuilder, Response, U128, addU32 } from '@questp/std/assembly';
import {
  ACCEPTED,
  AllocationInput,
  CommitAllocations,
  CommonError,
  EscrowError,
  Phase,
  refusal,
} from '@questp/message-schema/assembly';
import { requirePhase, requireUnpaused, requireVersion } from '../checks';
import { Context } from '../context';
import { lastCommitted, saveLastCommitted } from '../records/texts';
import { requireOperator } from '../roles/roles';
import { CHUNK_SIZE, allocationChunks, appendEntry } from './chunk';
import { normalized } from './lookup';
import { PrivilegedAddresses } from './privileged';

/** Most bytes of an entry: header, 32-byte address, 16-byte points. */
const MAX_ENTRY: u32 = 49;

/** commit_allocations: adds a batch of entries after those committed before. Each batch starts a new chunk. */
export function commitAllocations(context: Context, sender: Bytes, msg: CommitAllocations): usize {
  const refused =
    requireOperator(context, sender) ||
    requireUnpaused(context) ||
    requirePhase(context, Phase.Ended, Phase.Committing) ||
    requireVersion(context, msg.version) ||
    requireBatchSize(context, msg.entries.length) ||
    store(context, msg);
  if (refused) return refused;
  const state = context.state;
  return context.finish(
    Response.create('commit_allocations')
      .attributeU64('version', state.version)
      .attributeU64('committed', msg.entries.length)
      .attributeU64('entry_count', state.entryCount)
      .attributeU128('total_points', state.totalPoints),
  );
}

function requireBatchSize(context: Context, size: u32): usize {
  return size >= 1 && size <= context.config.limits.maxCommitBatch ? ACCEPTED : refusal(EscrowError.BatchSize);
}

function store(context: Context, msg: CommitAllocations): usize {
  const state = context.state;
  const privileged = PrivilegedAddresses.of(context);
  const count = msg.entries.length;
  const chunks = allocationChunks(state.version);
  let chunk = BytesBuilder.create(CHUNK_SIZE * MAX_ENTRY);
  let previous = state.entryCount ? lastCommitted() : Bytes.empty();
  for (let i: u32 = 0; i < count; i++) {
    const entry = msg.entries.at(i);
    const canonical = normalized(entry.address);
    if (!canonical) return refusal(CommonError.InvalidAddress, entry.address);
    const refused = checkEntry(entry, previous, privileged, state.totalPoints);
    if (refused) return refused;
    state.totalPoints = state.totalPoints + entry.points;
    previous = entry.address;
    appendEntry(chunk, canonical, entry.points);
    if ((i + 1) % CHUNK_SIZE == 0 || i + 1 == count) {
      chunks.write(state.chunkCount, chunk.toBytes());
      state.chunkCount++;
      chunk = BytesBuilder.create(CHUNK_SIZE * MAX_ENTRY);
    }
  }
  state.entryCount = addU32(state.entryCount, count);
  saveLastCommitted(previous);
  return ACCEPTED;
}

function checkEntry(entry: AllocationInput, previous: Bytes, privileged: PrivilegedAddresses, total: U128): usize {
  if (entry.address.compare(previous) <= 0) return refusal(EscrowError.OutOfOrder, entry.address);
  if (privileged.has(entry.address)) return refusal(EscrowError.PrivilegedAddress, entry.address);
  if (entry.points.isZero) return refusal(EscrowError.ZeroPoints, entry.address);
  if (U128.addOverflows(total, entry.points)) return refusal(EscrowError.PointsOverflow, entry.address);
  return ACCEPTED;
}
