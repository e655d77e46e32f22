import { Bytes, Key, RecordReader, RecordWriter, make, panic, storageGet, storageSet } from '@questp/std/assembly';

const LAYOUT: u8 = 1;

/** What is out of the ordinary about the entries of a chunk, one bit per position. No record: nothing is. */
@unmanaged
export class Marks {
  private key: Bytes;
  private claimed: u64;
  private failed: u64;

  static load(version: u32, chunk: u32): Marks {
    const marks = make<Marks>();
    marks.key = Key.of('marks').u32(version).u32(chunk).bytes();
    const stored = storageGet(marks.key);
    if (!stored) return marks;
    const reader = RecordReader.of(stored);
    if (reader.u8() != LAYOUT) panic('a marks record has an unknown layout');
    marks.claimed = reader.u64();
    marks.failed = reader.u64();
    return marks;
  }

  save(): void {
    storageSet(this.key, RecordWriter.create(17).u8(LAYOUT).u64le(this.claimed).u64le(this.failed).toBytes());
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
