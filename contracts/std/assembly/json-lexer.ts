import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { isValidUtf8 } from './utf8';

/**
 * The text of the JSON string whose opening quote was just read; `input` is cut down to what follows its closing quote.
 * A string without escapes is a view of the input. Null when it is malformed: no end, control character, unknown
 * escape, lone surrogate, invalid UTF-8.
 */
export function readJsonString(input: Bytes): Bytes | null {
  const end = input.start + input.length;
  let at = input.start;
  // Plain text is read eight characters at a time, because branches cost the most gas.
  while (at + 8 <= end && arePlain(load<u64>(at))) at += 8;
  let high: u8 = 0;
  for (; at < end; at++) {
    const character = load<u8>(at);
    if (character == 0x22) {
      const text = Bytes.of(input.start, <u32>(at - input.start));
      dropTo(input, at + 1);
      return high < 0x80 || isValidUtf8(text) ? text : null;
    }
    if (character == 0x5c) return readEscaped(input, at);
    if (character < 0x20) return null;
    high |= character;
  }
  return null;
}

/** True when all eight bytes are ASCII that stands for itself: no control character, quote or backslash. */
function arePlain(bytes: u64): bool {
  const control = bytes - 0x2020202020202020;
  const quote = (bytes ^ 0x2222222222222222) - 0x0101010101010101;
  const backslash = (bytes ^ 0x5c5c5c5c5c5c5c5c) - 0x0101010101010101;
  // Without such a byte no top bit is set: a borrow into a byte can only come from a lower byte that is one.
  return ((bytes | control | quote | backslash) & 0x8080808080808080) == 0;
}

/** Cuts `input` down to what follows the JSON number at its start; false when there is none. RFC 8259, section 6. */
export function skipJsonNumber(input: Bytes): bool {
  const end = input.start + input.length;
  let at = input.start;
  if (is(at, end, 0x2d)) at++;
  const whole = at;
  at = skipDigits(at, end);
  if (at == whole || (at - whole > 1 && load<u8>(whole) == 0x30)) return false;
  if (is(at, end, 0x2e)) {
    const fraction = at + 1;
    at = skipDigits(fraction, end);
    if (at == fraction) return false;
  }
  if (is(at, end, 0x65) || is(at, end, 0x45)) {
    at++;
    if (is(at, end, 0x2b) || is(at, end, 0x2d)) at++;
    const exponent = at;
    at = skipDigits(at, end);
    if (at == exponent) return false;
  }
  dropTo(input, at);
  return true;
}

/** As readJsonString, from the first backslash on. */
function readEscaped(input: Bytes, backslash: usize): Bytes | null {
  const end = input.start + input.length;
  const text = BytesBuilder.create(<u32>min<usize>(end - input.start, 256)).raw(
    input.start,
    <u32>(backslash - input.start),
  );
  let at = backslash;
  while (at < end) {
    const character = load<u8>(at++);
    if (character == 0x22) {
      dropTo(input, at);
      return isValidUtf8(text.toBytes()) ? text.toBytes() : null;
    }
    if (character < 0x20) return null;
    if (character == 0x5c) {
      at = readEscape(at, end, text);
      if (!at) return null;
    } else {
      text.u8(character);
    }
  }
  return null;
}

/** Writes what the escape behind a backslash stands for; the address behind it, 0 when it is malformed. */
function readEscape(at: usize, end: usize, text: BytesBuilder): usize {
  if (at >= end) return 0;
  const character = load<u8>(at++);
  switch (character) {
    case 0x22:
    case 0x2f:
    case 0x5c:
      text.u8(character);
      return at;
    case 0x62:
      text.u8(0x08);
      return at;
    case 0x66:
      text.u8(0x0c);
      return at;
    case 0x6e:
      text.u8(0x0a);
      return at;
    case 0x72:
      text.u8(0x0d);
      return at;
    case 0x74:
      text.u8(0x09);
      return at;
    case 0x75:
      return readUnicodeEscape(at, end, text);
    default:
      return 0;
  }
}

/** From the four digits of \uXXXX on, with its second half when it is a surrogate. */
function readUnicodeEscape(at: usize, end: usize, text: BytesBuilder): usize {
  let code = fourDigits(at, end);
  if (code < 0 || (code >= 0xdc00 && code <= 0xdfff)) return 0;
  at += 4;
  if (code >= 0xd800 && code <= 0xdbff) {
    if (!is(at, end, 0x5c) || !is(at + 1, end, 0x75)) return 0;
    const low = fourDigits(at + 2, end);
    if (low < 0xdc00 || low > 0xdfff) return 0;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    at += 6;
  }
  writeCodePoint(code, text);
  return at;
}

function writeCodePoint(code: i32, text: BytesBuilder): void {
  if (code < 0x80) {
    text.u8(<u8>code);
    return;
  }
  if (code < 0x800) {
    text.u8(<u8>(0xc0 | (code >> 6)));
  } else {
    if (code < 0x10000) {
      text.u8(<u8>(0xe0 | (code >> 12)));
    } else {
      text.u8(<u8>(0xf0 | (code >> 18))).u8(<u8>(0x80 | ((code >> 12) & 63)));
    }
    text.u8(<u8>(0x80 | ((code >> 6) & 63)));
  }
  text.u8(<u8>(0x80 | (code & 63)));
}

/** The value of four hexadecimal digits of either case, -1 when there are none. */
function fourDigits(at: usize, end: usize): i32 {
  if (at + 4 > end) return -1;
  let value = 0;
  for (let i: usize = 0; i < 4; i++) {
    const character = load<u8>(at + i);
    const letter = character | 0x20;
    if (<u8>(character - 0x30) <= 9) value = (value << 4) | (character - 0x30);
    else if (<u8>(letter - 0x61) <= 5) value = (value << 4) | (letter - 0x61 + 10);
    else return -1;
  }
  return value;
}

function skipDigits(at: usize, end: usize): usize {
  while (at < end && <u8>(load<u8>(at) - 0x30) <= 9) at++;
  return at;
}

function is(at: usize, end: usize, character: u8): bool {
  return at < end && load<u8>(at) == character;
}

function dropTo(input: Bytes, at: usize): void {
  input.length -= <u32>(at - input.start);
  input.capacity = input.length;
  input.start = at;
}
