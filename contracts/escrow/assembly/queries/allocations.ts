import { Bytes, List, humanize, make, queryResponse } from '@questp/std/assembly';
import {
  AllocationEntry,
  AllocationQuery,
  AllocationsQuery,
  AllocationsResponse,
  CommonError,
  EscrowError,
  refusal,
} from '@questp/message-schema/assembly';
import { CHUNK_SIZE, allocationChunks, loadChunk } from '../allocation/chunk';
import { viewEntry } from '../allocation/entry-view';
import { Entry, chunkOf, findEntry, normalized } from '../allocation/lookup';
import { Marks } from '../allocation/marks';
import { Context } from '../context';

const DEFAULT_PAGE: u32 = 30;
const MAX_PAGE: u32 = 100;

/** One entry of the current version or a discarded one. */
export function queryAllocation(context: Context, msg: AllocationQuery): usize {
  if (!normalized(msg.address)) return refusal(CommonError.InvalidAddress, msg.address);
  const version = msg.hasVersion ? msg.version : context.state.version;
  const entry = findEntry(version, chunksOf(context, version), msg.address);
  if (!entry) return refusal(EscrowError.AllocationNotFound);
  const view = viewEntry(context, version, msg.address, entry, Marks.load(version, entry.chunk));
  return queryResponse(view.toJson());
}

/** A page of entries ascending by address, from the first behind `start_after`; empty for a version without entries. */
export function queryAllocations(context: Context, msg: AllocationsQuery): usize {
  const version = msg.hasVersion ? msg.version : context.state.version;
  const chunks = chunksOf(context, version);
  const limit = msg.hasLimit ? min(max<u32>(msg.limit, 1), MAX_PAGE) : DEFAULT_PAGE;
  const startAfter = msg.startAfter;
  const response = make<AllocationsResponse>();
  response.version = version;
  response.allocations = List.create<AllocationEntry>(limit);
  let chunk = startAfter ? max(chunkOf(version, chunks, startAfter), 0) : 0;
  for (; <u32>chunk < chunks && response.allocations.length < limit; chunk++) {
    addFromChunk(context, response, chunk, startAfter, limit);
  }
  return queryResponse(response.toJson());
}

function addFromChunk(
  context: Context,
  response: AllocationsResponse,
  chunk: u32,
  startAfter: Bytes | null,
  limit: u32,
): void {
  const version = response.version;
  const marks = Marks.load(version, chunk);
  const reader = loadChunk(version, chunk);
  while (response.allocations.length < limit && reader.next()) {
    const address = humanize(reader.canonical);
    if (startAfter && address.compare(startAfter) <= 0) continue;
    const entry = make<Entry>();
    entry.slot = chunk * CHUNK_SIZE + reader.position;
    entry.points = reader.points;
    response.allocations.push(viewEntry(context, version, address, entry, marks));
  }
}

function chunksOf(context: Context, version: u32): u32 {
  return version == context.state.version ? context.state.chunkCount : allocationChunks(version).count();
}
