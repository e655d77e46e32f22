import { Bytes, panic } from './bytes';
import { make } from './memory';
import { U128 } from './u128';

export { BytesBuilder as RecordWriter } from './bytes-builder';

/** Reads what RecordWriter wrote, integers little endian. Running over the end is a fault: panics "corrupt record". */
@unmanaged
export class RecordReader {
  private input: Bytes;
  private position: u32;

  static of(input: Bytes): RecordReader {
    const reader = make<RecordReader>();
    reader.input = input;
    return reader;
  }

  get isAtEnd(): bool {
    return this.position == this.input.length;
  }

  u8(): u8 {
    return load<u8>(this.take(1));
  }

  u16(): u16 {
    return load<u16>(this.take(2));
  }

  u32(): u32 {
    return load<u32>(this.take(4));
  }

  u64(): u64 {
    return load<u64>(this.take(8));
  }

  u128(): U128 {
    const at = this.take(16);
    return U128.of(load<u64>(at), load<u64>(at, 8));
  }

  bool(): bool {
    const value = this.u8();
    if (value > 1) panic('corrupt record');
    return value == 1;
  }

  fixed(length: u32): Bytes {
    return Bytes.of(this.take(length), length);
  }

  text8(): Bytes {
    return this.fixed(this.u8());
  }

  text16(): Bytes {
    return this.fixed(this.u16());
  }

  optionalText8(): Bytes | null {
    return this.bool() ? this.text8() : null;
  }

  /** 0 when absent: for values whose 0 means none. */
  optionalU64(): u64 {
    return this.bool() ? this.u64() : 0;
  }

  /** A field that a later release added at the end of a record; 0 in a record written before. */
  addedU64(): u64 {
    return this.isAtEnd ? 0 : this.u64();
  }

  private take(length: u32): usize {
    const at = this.position;
    if (length > this.input.length - at) panic('corrupt record');
    this.position = at + length;
    return this.input.start + at;
  }
}
