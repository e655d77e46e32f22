import { Bytes, copyAscii, panic } from './bytes';
import { alloc, copyBytes, make } from './memory';
import { U128 } from './u128';

/** Writes bytes one after another into a buffer that grows. Also the writer of storage records (see RecordReader). */
@unmanaged
export class BytesBuilder {
  private start: usize;
  private capacity: u32;
  private size: u32;

  static create(capacity: u32): BytesBuilder {
    const builder = make<BytesBuilder>();
    builder.capacity = max<u32>(capacity, 16);
    builder.start = alloc(builder.capacity);
    return builder;
  }

  get length(): u32 {
    return this.size;
  }

  /** The bytes written so far. Later writes may move the buffer, which invalidates this view. */
  toBytes(): Bytes {
    return Bytes.of(this.start, this.size);
  }

  u8(value: u8): BytesBuilder {
    store<u8>(this.grow(1), value);
    return this;
  }

  u16le(value: u16): BytesBuilder {
    store<u16>(this.grow(2), value);
    return this;
  }

  u16be(value: u16): BytesBuilder {
    return this.u16le(bswap<u16>(value));
  }

  u32le(value: u32): BytesBuilder {
    store<u32>(this.grow(4), value);
    return this;
  }

  u32be(value: u32): BytesBuilder {
    return this.u32le(bswap<u32>(value));
  }

  u64le(value: u64): BytesBuilder {
    store<u64>(this.grow(8), value);
    return this;
  }

  u64be(value: u64): BytesBuilder {
    return this.u64le(bswap<u64>(value));
  }

  /** 16 bytes, little endian. */
  u128le(value: U128): BytesBuilder {
    return this.u64le(value.lo).u64le(value.hi);
  }

  bool(value: bool): BytesBuilder {
    return this.u8(value ? 1 : 0);
  }

  bytes(value: Bytes): BytesBuilder {
    return this.raw(value.start, value.length);
  }

  raw(start: usize, length: u32): BytesBuilder {
    copyBytes(this.grow(length), start, length);
    return this;
  }

  ascii(text: string): BytesBuilder {
    copyAscii(this.grow(text.length), text);
    return this;
  }

  /** Decimal digits without leading zeros. */
  decimal(value: u64): BytesBuilder {
    let digits: u32 = 1;
    for (let rest = value / 10; rest; rest /= 10) digits++;
    let at = this.grow(digits) + digits;
    let rest = value;
    do {
      at--;
      store<u8>(at, 0x30 + <u8>(rest % 10));
      rest /= 10;
    } while (rest);
    return this;
  }

  /** Length (u8), then the bytes. Panics above 255. */
  text8(value: Bytes): BytesBuilder {
    if (value.length > 0xff) panic('text too long for its length prefix');
    return this.u8(<u8>value.length).bytes(value);
  }

  /** Length (u16 little endian), then the bytes. Panics above 65,535. */
  text16(value: Bytes): BytesBuilder {
    if (value.length > 0xffff) panic('text too long for its length prefix');
    return this.u16le(<u16>value.length).bytes(value);
  }

  /** Presence (u8), then a text8. */
  optionalText8(value: Bytes | null): BytesBuilder {
    this.bool(value ? true : false);
    if (value) this.text8(value);
    return this;
  }

  /** Presence (u8), then 8 bytes little endian. */
  optionalU64(present: bool, value: u64): BytesBuilder {
    this.bool(present);
    if (present) this.u64le(value);
    return this;
  }

  /** Room for `length` more bytes; the address they begin at. */
  private grow(length: u32): usize {
    const end = this.size + length;
    if (end < length) panic('overflow');
    if (end > this.capacity) {
      const capacity = max<u32>(end, this.capacity << 1);
      const start = alloc(capacity);
      copyBytes(start, this.start, this.size);
      this.start = start;
      this.capacity = capacity;
    }
    const at = this.start + this.size;
    this.size = end;
    return at;
  }
}
