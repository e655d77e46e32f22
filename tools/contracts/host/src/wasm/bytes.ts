/** Sequential reader of the Wasm binary format (LEB128 integers, names). Running over the end throws RangeError. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public position = 0,
    readonly end = bytes.length,
  ) {}

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  u8(): number {
    const value = this.bytes[this.position];
    if (value === undefined || this.position >= this.end) throw new RangeError('unexpected end of the module');
    this.position += 1;
    return value;
  }

  u32(): number {
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
    }
    throw new RangeError('integer too long');
  }

  /** Skips a LEB128 integer of any width. */
  skipInteger(): void {
    while (this.u8() >= 0x80);
  }

  take(length: number): Uint8Array {
    if (this.position + length > this.end) throw new RangeError('unexpected end of the module');
    this.position += length;
    return this.bytes.subarray(this.position - length, this.position);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.u32()));
  }
}

/** Growing buffer for a rewritten module. */
export class ByteWriter {
  private buffer = new Uint8Array(1024);
  private length = 0;

  u8(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  u32(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.u8((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.u8(rest);
  }

  f64(value: number): void {
    this.reserve(8);
    new DataView(this.buffer.buffer).setFloat64(this.length, value, true);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  name(text: string): void {
    this.sized(new TextEncoder().encode(text));
  }

  /** Length, then the bytes. */
  sized(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + count));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}
