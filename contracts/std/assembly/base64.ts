import { Bytes } from './bytes';

const PADDING: u8 = 0x3d;

/** Standard alphabet, padded. RFC 4648, section 4. */
export function base64Encode(bytes: Bytes): Bytes {
  const length = bytes.length;
  const text = Bytes.alloc(((length + 2) / 3) * 4);
  let to = text.start;
  for (let i: u32 = 0; i < length; i += 3) {
    const at = bytes.start + i;
    const rest = length - i;
    const second: u32 = rest > 1 ? load<u8>(at, 1) : 0;
    const third: u32 = rest > 2 ? load<u8>(at, 2) : 0;
    const group = ((<u32>load<u8>(at)) << 16) | (second << 8) | third;
    store<u8>(to, digit(group >> 18));
    store<u8>(to, digit((group >> 12) & 63), 1);
    store<u8>(to, rest > 1 ? digit((group >> 6) & 63) : PADDING, 2);
    store<u8>(to, rest > 2 ? digit(group & 63) : PADDING, 3);
    to += 4;
  }
  return text;
}

/** Null unless canonical: padded, no line breaks, unused bits zero (RFC 4648, section 3.5), so one text per value. */
export function base64Decode(text: Bytes): Bytes | null {
  const length = text.length;
  if (length & 3) return null;
  if (!length) return Bytes.empty();
  const padding: u32 = text.at(length - 1) != PADDING ? 0 : text.at(length - 2) != PADDING ? 1 : 2;
  const digits = length - padding;
  const bytes = Bytes.alloc((digits * 3) >> 2);
  let bits: u32 = 0;
  let group: u32 = 0;
  let to = bytes.start;
  for (let i: u32 = 0; i < digits; i++) {
    const value = digitValue(load<u8>(text.start + i));
    if (value < 0) return null;
    group = (group << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      store<u8>(to++, <u8>(group >> bits));
      group &= (1 << bits) - 1;
    }
  }
  return group ? null : bytes;
}

function digit(value: u32): u8 {
  if (value < 26) return <u8>(0x41 + value);
  if (value < 52) return <u8>(0x61 - 26 + value);
  if (value < 62) return <u8>(0x30 - 52 + value);
  return value == 62 ? 0x2b : 0x2f;
}

function digitValue(digit: u8): i32 {
  if (digit >= 0x61 && digit <= 0x7a) return <i32>digit - 0x61 + 26;
  if (digit >= 0x41 && digit <= 0x5a) return <i32>digit - 0x41;
  if (digit >= 0x30 && digit <= 0x39) return <i32>digit - 0x30 + 52;
  if (digit == 0x2b) return 62;
  return digit == 0x2f ? 63 : -1;
}
