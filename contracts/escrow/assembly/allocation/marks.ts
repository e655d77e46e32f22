import { Bytes, Chunks, Key, Range, RecordReader, RecordWriter, chunkNumber, make, panic } from '@questp/std/assembly';

const LAYOUT: u8 = 1;

/** Exceptions to the status that the cursor implies, one bit per entry of a chunk. A chunk without a record has none. */
@unmanaged
export class Marks {
  private records: Chunks;
  private chunk: u32;
  private claimed: u64;
  private failed: u64;

  static load(version: u32, chunk: u32): Marks {
    const records = marksRecords(version);
    const stored = records.read(chunk);
    const marks = stored ? Marks.decode(stored) : make<Marks>();
    marks.records = records;
    marks.chunk = chunk;
    return marks;
  }

  static decode(stored: Bytes): Marks {
    const marks = make<Marks>();
    const reader = RecordReader.of(stored);
    if (reader.u8() != LAYOUT) panic('a marks record has an unknown layout');
    marks.claimed = reader.u64();
    marks.failed = reader.u64();
    return marks;
  }

  save(): void {
    const record = RecordWriter.create(17).u8(LAYOUT).u64le(this.claimed).u64le(this.failed);
    this.records.write(this.chunk, record.toBytes());
  }

  /** Paid by claim before `distribute` came to it. */
  isClaimed(position: u32): bool {
    return ((this.claimed >> position) & 1) == 1;
  }

  setClaimed(position: u32): void {
    this.claimed |= (<u64>1) << position;
  }

  /** The payout was refused and is reserved. */
  isFailed(position: u32): bool {
    return ((this.failed >> position) & 1) == 1;
  }

  setFailed(position: u32): void {
    this.failed |= (<u64>1) << position;
  }

  clearFailed(position: u32): void {
    this.failed &= ~((<u64>1) << position);
  }
}

/** Reads the marks of ascending chunks as one range: a chunk without a record costs no read. */
@unmanaged
export class MarksWalk {
  private range: Range;
  private isOver: bool;

  /** From the marks of `chunk` on. */
  static from(version: u32, chunk: u32): MarksWalk {
    const walk = make<MarksWalk>();
    walk.range = marksRecords(version).from(chunk);
    walk.isOver = !walk.range.next();
    return walk;
  }

  /** The marks of `chunk`, null when it has none. Chunks must be asked for in ascending order. */
  at(chunk: u32): Marks | null {
    while (!this.isOver && chunkNumber(this.range.key) < chunk) this.isOver = !this.range.next();
    if (this.isOver || chunkNumber(this.range.key) != chunk) return null;
    return Marks.decode(this.range.value);
  }
}

function marksRecords(version: u32): Chunks {
  return Chunks.under(Key.of('marks').u32(version));
}
