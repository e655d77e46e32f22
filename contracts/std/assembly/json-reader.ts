import { base64Decode } from './base64';
import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { readJsonString, skipJsonNumber } from './json-lexer';
import { make } from './memory';
import { U128 } from './u128';

const MAX_DEPTH: u32 = 16;
const MAX_DETAIL: u32 = 64;

/**
 * Reads JSON (RFC 8259) strictly, in the order of the caller's calls: no floats, no sign, no leading zeros, valid UTF-8
 * only, nesting at most 16. The first error sticks: from then on every call gives zero or nothing, so a decoder reads
 * on without checks and asks `failure` once at the end. Unknown, duplicate and missing fields are the decoder's to find.
 */
@unmanaged
export class JsonReader {
  /** Why the input was refused, null when it was not. */
  failure: Bytes | null;
  private input: Bytes;
  private position: u32;
  private depth: u32;
  /** Bit n: the object or array at depth n has had an item, so that a comma comes before the next. */
  private started: u32;

  static of(input: Bytes): JsonReader {
    const reader = make<JsonReader>();
    reader.input = input;
    return reader;
  }

  get failed(): bool {
    return this.failure ? true : false;
  }

  /** The first failure counts: `reason` or `reason "detail"`; `detail` must be valid UTF-8, a long one is left out. */
  fail(reason: string, detail: Bytes | null = null): void {
    if (this.failed) return;
    const text = BytesBuilder.create(128).ascii(reason);
    if (detail && detail.length <= MAX_DETAIL) text.ascii(' "').bytes(detail).ascii('"');
    this.failure = text.toBytes();
  }

  beginObject(): void {
    this.begin(0x7b, 'expected an object');
  }

  /** The name of the next field, whose value must be read next; null at the end of the object. */
  nextField(): Bytes | null {
    if (!this.nextItem(0x7d)) return null;
    const name = this.string();
    this.expect(0x3a, 'expected a colon');
    return this.failed ? null : name;
  }

  beginArray(): void {
    this.begin(0x5b, 'expected an array');
  }

  /** False at the end of the array, else the element must be read next. */
  nextElement(): bool {
    return this.nextItem(0x5d);
  }

  /** The text without quotes and escapes. */
  string(): Bytes {
    if (!this.expect(0x22, 'expected a string')) return Bytes.empty();
    const rest = this.rest();
    const text = readJsonString(rest);
    if (!text) {
      this.fail('malformed string');
      return Bytes.empty();
    }
    // The lexer cuts `rest` down to what lies behind the string.
    this.position = this.input.length - rest.length;
    return text;
  }

  /** An integer of at most `max`. */
  u64(max: u64 = u64.MAX_VALUE): u64 {
    const start = this.peekPosition();
    let end = start;
    while (isDigit(this.byteAt(end))) end++;
    const digits = this.input.slice(start, end);
    this.position = end;
    const next = this.byteAt(end);
    if (digits.isEmpty || next == 0x2e || (next | 0x20) == 0x65) {
      this.fail('expected an integer');
      return 0;
    }
    return this.small(U128.parse(digits), max);
  }

  bool(): bool {
    const isTrue = this.peek() == 0x74;
    this.word(isTrue ? 'true' : 'false', 'expected a boolean');
    return isTrue && !this.failed;
  }

  /** Takes a null when it comes next. */
  isNull(): bool {
    if (this.peek() != 0x6e) return false;
    this.word('null', 'expected a value');
    return !this.failed;
  }

  /** An unsigned 128-bit integer in a string. */
  uint128(): U128 {
    const value = U128.parse(this.string());
    if (value) return value;
    this.fail('expected decimal digits');
    return U128.zero();
  }

  /** An unsigned 64-bit integer in a string. */
  uint64String(): u64 {
    return this.small(U128.parse(this.string()), u64.MAX_VALUE);
  }

  /** The bytes of a canonical base64 string. */
  base64(): Bytes {
    const bytes = base64Decode(this.string());
    if (bytes) return bytes;
    this.fail('expected base64');
    return Bytes.empty();
  }

  /** Any value, for what the chain may extend. Does not look for duplicate fields. */
  skipValue(): void {
    const first = this.peek();
    if (first == 0x7b) {
      this.beginObject();
      while (this.nextField()) this.skipValue();
    } else if (first == 0x5b) {
      this.beginArray();
      while (this.nextElement()) this.skipValue();
    } else if (first == 0x22) {
      this.string();
    } else if (first == 0x6e) {
      this.isNull();
    } else if (first == 0x74 || first == 0x66) {
      this.bool();
    } else {
      const rest = this.rest();
      if (!skipJsonNumber(rest)) this.fail('expected a value');
      this.position = this.input.length - rest.length;
    }
  }

  /** Nothing but whitespace may follow. */
  end(): void {
    if (this.peekPosition() != this.input.length) this.fail('expected the end');
  }

  private begin(bracket: u8, reason: string): void {
    if (!this.expect(bracket, reason)) return;
    if (++this.depth > MAX_DEPTH) this.fail('nested too deeply');
    this.started &= ~(1 << this.depth);
  }

  private nextItem(bracket: u8): bool {
    if (this.failed) return false;
    const bit: u32 = 1 << this.depth;
    if (this.peek() == bracket) {
      this.position++;
      this.depth--;
      return false;
    }
    if (this.started & bit) return this.expect(0x2c, 'expected a comma');
    this.started |= bit;
    return true;
  }

  private small(value: U128 | null, max: u64): u64 {
    if (value && value.hi == 0 && value.lo <= max) return value.lo;
    this.fail(value ? 'integer out of range' : 'expected decimal digits');
    return 0;
  }

  private expect(character: u8, reason: string): bool {
    if (this.peek() != character) this.fail(reason);
    if (this.failed) return false;
    this.position++;
    return true;
  }

  private word(word: string, reason: string): void {
    const start = this.peekPosition();
    const end = start + word.length;
    if (end > this.input.length || !this.input.slice(start, end).equalsAscii(word)) this.fail(reason);
    else this.position = end;
  }

  private rest(): Bytes {
    return this.input.slice(this.position, this.input.length);
  }

  private peek(): u8 {
    return this.byteAt(this.peekPosition());
  }

  /** Where the next token begins; the end of the input after a failure. */
  private peekPosition(): u32 {
    if (this.failed) this.position = this.input.length;
    while (isWhitespace(this.byteAt(this.position))) this.position++;
    return this.position;
  }

  /** 0 behind the end, which is no JSON token. */
  private byteAt(position: u32): u8 {
    return position < this.input.length ? load<u8>(this.input.start + position) : 0;
  }
}

function isDigit(character: u8): bool {
  return <u8>(character - 0x30) <= 9;
}

function isWhitespace(character: u8): bool {
  return character == 0x20 || character == 0x0a || character == 0x0d || character == 0x09;
}
