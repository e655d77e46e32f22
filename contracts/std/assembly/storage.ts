import { Bytes, panic } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { db_next, db_read, db_remove, db_scan, db_write } from './env';
import { make } from './memory';

const NAMESPACE_PREFIX: u32 = 2;

/**
 * A storage key as cw-storage-plus writes it: a namespace alone stands as it is; when parts follow, it and every part
 * but the last are length-prefixed (u16 big endian), so that no two keys run into each other. Integers are big endian
 * (they sort) and of fixed length (no prefix). A Key is built once: every call appends to it.
 */
@unmanaged
export class Key {
  private builder: BytesBuilder;
  private hasParts: bool;

  /** `namespace`: ASCII. */
  static of(namespace: string): Key {
    const key = make<Key>();
    key.builder = BytesBuilder.create(64)
      .u16be(<u16>namespace.length)
      .ascii(namespace);
    return key;
  }

  /** A part of any length that others follow. */
  part(value: Bytes): Key {
    if (value.length > 0xffff) panic('key part too long');
    this.builder.u16be(<u16>value.length);
    return this.last(value);
  }

  u32(value: u32): Key {
    this.hasParts = true;
    this.builder.u32be(value);
    return this;
  }

  u64(value: u64): Key {
    this.hasParts = true;
    this.builder.u64be(value);
    return this;
  }

  /** The last part, not prefixed. */
  last(value: Bytes): Key {
    this.hasParts = true;
    this.builder.bytes(value);
    return this;
  }

  /** The key itself. */
  bytes(): Bytes {
    return this.hasParts ? this.prefix() : this.builder.toBytes().slice(NAMESPACE_PREFIX, this.builder.length);
  }

  /** What every key with further parts begins with. */
  prefix(): Bytes {
    return this.builder.toBytes();
  }
}

/** Null when there is no such key. */
export function storageGet(key: Bytes): Bytes | null {
  const value = db_read(key.region());
  return value ? Bytes.ofRegion(value) : null;
}

/** The chain refuses an empty value. */
export function storageSet(key: Bytes, value: Bytes): void {
  db_write(key.region(), value.region());
}

export function storageRemove(key: Bytes): void {
  db_remove(key.region());
}

export enum Order {
  Ascending = 1,
  Descending = 2,
}

/** The entries with start <= key < end, one after another. Needs the chain's capability `iterator`. */
@unmanaged
export class Range {
  /** Of the entry `next` moved to. */
  key: Bytes;
  value: Bytes;
  private iterator: u32;

  /** Null bounds are open. */
  static of(start: Bytes | null, end: Bytes | null, order: Order): Range {
    const range = make<Range>();
    range.iterator = db_scan(start ? start.region() : 0, end ? end.region() : 0, order);
    return range;
  }

  /** False when there is no further entry. */
  next(): bool {
    const entry = Bytes.ofRegion(db_next(this.iterator));
    const valueEnd = entry.length - 4;
    const valueStart = valueEnd - lengthAt(entry, valueEnd);
    const keyEnd = valueStart - 4;
    if (keyEnd == 0) return false;
    this.key = entry.slice(0, keyEnd);
    this.value = entry.slice(valueStart, valueEnd);
    return true;
  }
}

function lengthAt(entry: Bytes, position: u32): u32 {
  return bswap<u32>(load<u32>(entry.start + position));
}

/** The smallest key behind every key that begins with `prefix`: the exclusive end of its range. */
export function prefixEnd(prefix: Bytes): Bytes {
  let length = prefix.length;
  while (length && prefix.at(length - 1) == 0xff) length--;
  if (!length) panic('no key lies behind this prefix');
  const end = prefix.slice(0, length).copy();
  store<u8>(end.start + length - 1, end.at(length - 1) + 1);
  return end;
}

/** The smallest key behind `key`: the inclusive start of a range that leaves `key` out. */
export function after(key: Bytes): Bytes {
  return BytesBuilder.create(key.length + 1)
    .bytes(key)
    .u8(0)
    .toBytes();
}
