import { base64Encode } from './base64';
import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { hexDigit } from './hex';
import { make } from './memory';
import { U128 } from './u128';

/** Writes compact JSON. Commas are set by it; that names and values alternate is the caller's care. */
@unmanaged
export class JsonWriter {
  private builder: BytesBuilder;
  private needsComma: bool;

  static create(capacity: u32 = 512): JsonWriter {
    const writer = make<JsonWriter>();
    writer.builder = BytesBuilder.create(capacity);
    return writer;
  }

  toBytes(): Bytes {
    return this.builder.toBytes();
  }

  beginObject(): JsonWriter {
    return this.begin(0x7b);
  }

  endObject(): JsonWriter {
    return this.end(0x7d);
  }

  beginArray(): JsonWriter {
    return this.begin(0x5b);
  }

  endArray(): JsonWriter {
    return this.end(0x5d);
  }

  /** An ASCII name that needs no escaping. */
  field(name: string): JsonWriter {
    this.ascii(name);
    this.builder.u8(0x3a);
    this.needsComma = false;
    return this;
  }

  /** A string value; `text` must be valid UTF-8. */
  string(text: Bytes): JsonWriter {
    this.value().u8(0x22);
    let written: u32 = 0;
    for (let i: u32 = 0; i < text.length; i++) {
      const character = load<u8>(text.start + i);
      if (character >= 0x20 && character != 0x22 && character != 0x5c) continue;
      this.builder.raw(text.start + written, i - written);
      this.escape(character);
      written = i + 1;
    }
    this.builder.raw(text.start + written, text.length - written).u8(0x22);
    return this;
  }

  /** A string value from an ASCII literal that needs no escaping. */
  ascii(text: string): JsonWriter {
    this.value().u8(0x22).ascii(text).u8(0x22);
    return this;
  }

  /** A JSON number: above 2^53 many readers lose digits, so amounts and instants are strings. */
  u64(value: u64): JsonWriter {
    this.value().decimal(value);
    return this;
  }

  bool(value: bool): JsonWriter {
    this.value().ascii(value ? 'true' : 'false');
    return this;
  }

  null(): JsonWriter {
    this.value().ascii('null');
    return this;
  }

  /** Decimal digits in a string. */
  uint128(value: U128): JsonWriter {
    this.value().u8(0x22).bytes(value.decimal()).u8(0x22);
    return this;
  }

  /** Decimal digits in a string. */
  uint64String(value: u64): JsonWriter {
    this.value().u8(0x22).decimal(value).u8(0x22);
    return this;
  }

  base64(value: Bytes): JsonWriter {
    this.value().u8(0x22).bytes(base64Encode(value)).u8(0x22);
    return this;
  }

  /** A value that is JSON already. */
  raw(json: Bytes): JsonWriter {
    this.value().bytes(json);
    return this;
  }

  private begin(bracket: u8): JsonWriter {
    this.value().u8(bracket);
    this.needsComma = false;
    return this;
  }

  private end(bracket: u8): JsonWriter {
    this.builder.u8(bracket);
    this.needsComma = true;
    return this;
  }

  private value(): BytesBuilder {
    if (this.needsComma) this.builder.u8(0x2c);
    this.needsComma = true;
    return this.builder;
  }

  private escape(character: u8): void {
    this.builder.u8(0x5c);
    if (character >= 0x20) this.builder.u8(character);
    else
      this.builder
        .ascii('u00')
        .u8(hexDigit(character >> 4))
        .u8(hexDigit(character & 15));
  }
}
