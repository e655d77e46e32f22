import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { make } from './memory';
import { Key, Order, prefixEnd, Range, storageGet, storageSet } from './storage';

/** Number of the chunk that lies under `key`, as `Chunks.from` gives it. */
export function chunkNumber(key: Bytes): u32 {
  return bswap<u32>(load<u32>(key.start + key.length - 4));
}

/**
 * A long list kept in numbered chunks under one key: reading or writing an entry touches one chunk, and a chunk costs
 * one store access however many entries it holds. What a chunk contains is up to the caller.
 */
@unmanaged
export class Chunks {
  private prefix: Bytes;

  /** `key` with all parts but the chunk number. */
  static under(key: Key): Chunks {
    const chunks = make<Chunks>();
    chunks.prefix = key.prefix();
    return chunks;
  }

  read(chunk: u32): Bytes | null {
    return storageGet(this.key(chunk));
  }

  write(chunk: u32, content: Bytes): void {
    storageSet(this.key(chunk), content);
  }

  /** `chunk` and the ones behind it, ascending. */
  from(chunk: u32): Range {
    return Range.of(this.key(chunk), prefixEnd(this.prefix), Order.Ascending);
  }

  /** The number of chunks, if they are numbered from 0 without a gap. */
  count(): u32 {
    const range = Range.of(this.prefix, prefixEnd(this.prefix), Order.Descending);
    if (!range.next()) return 0;
    return chunkNumber(range.key) + 1;
  }

  private key(chunk: u32): Bytes {
    return BytesBuilder.create(this.prefix.length + 4)
      .bytes(this.prefix)
      .u32be(chunk)
      .toBytes();
  }
}
