import { Bytes, U128, canonicalize, humanize, isLowerCase, make } from '@questp/std/assembly';
import { CHUNK_SIZE, loadChunk } from './chunk';

/** A committed entry and its place. */
@unmanaged
export class Entry {
  /** Chunk number * 64 + position. */
  slot: u32;
  points: U128;

  get chunk(): u32 {
    return this.slot / CHUNK_SIZE;
  }

  get position(): u32 {
    return this.slot % CHUNK_SIZE;
  }
}

/** The canonical form (20 or 32 bytes) of an address of this chain in lower case, the only spelling; else null. */
export function normalized(address: Bytes): Bytes | null {
  if (!isLowerCase(address)) return null;
  const canonical = canonicalize(address);
  return canonical && (canonical.length == 20 || canonical.length == 32) ? canonical : null;
}

/** The entry of `address`, null when there is none. Reads log2(chunks) chunks. */
export function findEntry(version: u32, chunks: u32, address: Bytes): Entry | null {
  const canonical = normalized(address);
  if (!canonical) return null;
  const number = chunkOf(version, chunks, address);
  if (number < 0) return null;
  const reader = loadChunk(version, number);
  while (reader.next()) {
    if (reader.canonical == canonical) {
      const entry = make<Entry>();
      entry.slot = number * CHUNK_SIZE + reader.position;
      entry.points = reader.points;
      return entry;
    }
  }
  return null;
}

/**
 * The last chunk that begins at or before `address`, -1 when all begin after it. Entries are ordered by the text of
 * their addresses, which is not the order of the canonical bytes.
 */
export function chunkOf(version: u32, chunks: u32, address: Bytes): i32 {
  let from: u32 = 0;
  let to = chunks;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const reader = loadChunk(version, middle);
    reader.next();
    if (humanize(reader.canonical).compare(address) <= 0) from = middle + 1;
    else to = middle;
  }
  return <i32>from - 1;
}
