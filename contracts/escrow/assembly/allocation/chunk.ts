import { Bytes, BytesBuilder, Chunks, Key, U128, make, panic, present } from '@questp/std/assembly';
import { byteLength } from '../records/amount';

/** Entries of a full chunk: one bit each in its marks. */
export const CHUNK_SIZE: u32 = 64;

const LONG_ADDRESS: u8 = 0x80;
const LENGTH_BITS: u8 = 0x1f;

/**
 * Appends an entry: a header (bit 7: the address has 32 bytes, else 20; bits 0-4: bytes of the points), the canonical
 * address, the points big endian without leading zeros. About 25 bytes: stored bytes are what a commit costs.
 */
export function appendEntry(chunk: BytesBuilder, canonical: Bytes, points: U128): void {
  const length = byteLength(points);
  chunk.u8((canonical.length == 32 ? LONG_ADDRESS : 0) | <u8>length).bytes(canonical);
  for (let i = length; i > 0; i--) {
    chunk.u8(<u8>(i > 8 ? points.hi >> ((i - 9) << 3) : points.lo >> ((i - 1) << 3)));
  }
}

/** Walks the entries of a chunk in their order. */
@unmanaged
export class ChunkReader {
  private chunk: Bytes;
  private offset: u32;
  private count: u32;
  canonical: Bytes;
  points: U128;

  static of(chunk: Bytes): ChunkReader {
    const reader = make<ChunkReader>();
    reader.chunk = chunk;
    return reader;
  }

  /** Place of the present entry in the chunk, from 0. */
  get position(): u32 {
    return this.count - 1;
  }

  /** Moves to the next entry; false at the end. */
  next(): bool {
    const chunk = this.chunk;
    if (this.isAtEnd) return false;
    const header = chunk.at(this.offset);
    const start = this.offset + 1;
    const points = start + (header & LONG_ADDRESS ? 32 : 20);
    const end = points + (header & LENGTH_BITS);
    this.canonical = chunk.slice(start, points);
    this.points = readPoints(chunk, points, end);
    this.offset = end;
    this.count++;
    return true;
  }

  get isAtEnd(): bool {
    return this.offset == this.chunk.length;
  }

  /** Moves past the entries before `position`, so that `next` moves to it. */
  skipBefore(position: u32): void {
    while (this.count < position) {
      if (!this.next()) panic('a chunk is too short');
    }
  }
}

function readPoints(chunk: Bytes, from: u32, to: u32): U128 {
  let lo: u64 = 0;
  let hi: u64 = 0;
  for (let i = from; i < to; i++) {
    hi = (hi << 8) | (lo >> 56);
    lo = (lo << 8) | chunk.at(i);
  }
  return U128.of(lo, hi);
}

/** All chunks of a version, numbered from 0. */
export function allocationChunks(version: u32): Chunks {
  return Chunks.under(Key.of('chunk').u32(version));
}

/** A chunk that has to be there. */
export function loadChunk(version: u32, number: u32): ChunkReader {
  return ChunkReader.of(present(allocationChunks(version).read(number)));
}
