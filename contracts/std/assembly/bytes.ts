import { abort } from './env';
import { alloc, copyBytes, make } from './memory';

/**
 * A view of memory, laid out as the chain's Region (offset, capacity, length: u32 each), so that a pointer to it is a
 * region and a region from the chain is a Bytes. Source: cosmwasm packages/std/src/memory.rs.
 */
@unmanaged
export class Bytes {
  start: usize;
  capacity: u32;
  length: u32;

  static of(start: usize, length: u32): Bytes {
    const bytes = make<Bytes>();
    // The chain refuses a region at offset 0, even an empty one.
    bytes.start = start ? start : __heap_base;
    bytes.capacity = length;
    bytes.length = length;
    return bytes;
  }

  /** The bytes of a region from the chain: a parameter or the result of an import. */
  static ofRegion(region: usize): Bytes {
    return changetype<Bytes>(region);
  }

  /** `length` zero bytes. */
  static alloc(length: u32): Bytes {
    return Bytes.of(alloc(length), length);
  }

  static empty(): Bytes {
    return Bytes.of(0, 0);
  }

  /** The bytes of an ASCII literal. */
  static ascii(text: string): Bytes {
    const bytes = Bytes.alloc(text.length);
    copyAscii(bytes.start, text);
    return bytes;
  }

  get isEmpty(): bool {
    return this.length == 0;
  }

  at(index: u32): u8 {
    if (index >= this.length) panic('index out of bounds');
    return load<u8>(this.start + index);
  }

  /** A view of [from, to), not a copy. */
  slice(from: u32, to: u32): Bytes {
    if (from > to || to > this.length) panic('index out of bounds');
    return Bytes.of(this.start + from, to - from);
  }

  copy(): Bytes {
    const copied = Bytes.alloc(this.length);
    copyBytes(copied.start, this.start, this.length);
    return copied;
  }

  /** Below, at or above 0: bytewise order, a prefix comes first. */
  compare(other: Bytes): i32 {
    const common = min(this.length, other.length);
    for (let i: u32 = 0; i < common; i++) {
      const difference = <i32>load<u8>(this.start + i) - <i32>load<u8>(other.start + i);
      if (difference) return difference;
    }
    return this.length == other.length ? 0 : this.length < other.length ? -1 : 1;
  }

  @operator('==')
  equals(other: Bytes): bool {
    return this.length == other.length && this.compare(other) == 0;
  }

  @operator('!=')
  differs(other: Bytes): bool {
    return !this.equals(other);
  }

  equalsAscii(text: string): bool {
    const length = <u32>text.length;
    if (this.length != length) return false;
    const source = changetype<usize>(text);
    for (let i: u32 = 0; i < length; i++) {
      if (load<u8>(this.start + i) != load<u16>(source + (i << 1))) return false;
    }
    return true;
  }

  /** The pointer to hand to the chain. */
  region(): usize {
    return changetype<usize>(this);
  }
}

/** Writes an ASCII literal (UTF-16 in memory) as one byte per character. */
export function copyAscii(to: usize, text: string): void {
  const length = <u32>text.length;
  const source = changetype<usize>(text);
  for (let i: u32 = 0; i < length; i++) store<u8>(to + i, load<u8>(source + (i << 1)));
}

/** A value that must be there: panics on null. `value!` would add the path of the file to the Wasm. */
export function present<T>(value: T): NonNullable<T> {
  if (!changetype<usize>(value)) panic('a value is missing');
  return changetype<NonNullable<T>>(value);
}

/** Ends the call as a fault of the contract; everything it did is undone. ASCII text. */
export function panic(message: string): void {
  abort(Bytes.ascii(message).region());
  unreachable();
}
