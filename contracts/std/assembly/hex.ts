import { Bytes } from './bytes';

/** Lowercase. */
export function hexEncode(bytes: Bytes): Bytes {
  const text = Bytes.alloc(bytes.length * 2);
  for (let i: u32 = 0; i < bytes.length; i++) {
    const byte = bytes.at(i);
    store<u8>(text.start + i * 2, hexDigit(byte >> 4));
    store<u8>(text.start + i * 2, hexDigit(byte & 15), 1);
  }
  return text;
}

export function hexDigit(value: u8): u8 {
  return value < 10 ? 0x30 + value : 0x61 - 10 + value;
}

/** Null unless lowercase digits of whole bytes. */
export function hexDecode(text: Bytes): Bytes | null {
  if (text.length & 1) return null;
  const bytes = Bytes.alloc(text.length >> 1);
  for (let i: u32 = 0; i < bytes.length; i++) {
    const high = hexValue(text.at(i * 2));
    const low = hexValue(text.at(i * 2 + 1));
    if (high < 0 || low < 0) return null;
    store<u8>(bytes.start + i, <u8>((high << 4) | low));
  }
  return bytes;
}

function hexValue(digit: u8): i32 {
  if (digit >= 0x30 && digit <= 0x39) return <i32>digit - 0x30;
  if (digit >= 0x61 && digit <= 0x66) return <i32>digit - 0x61 + 10;
  return -1;
}
