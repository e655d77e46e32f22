import { Bytes } from './bytes';

/** Code points of valid UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF), else -1. */
export function countCodePoints(bytes: Bytes): i32 {
  const end = bytes.start + bytes.length;
  let at = bytes.start;
  let count = 0;
  while (at < end) {
    const length = sequenceLength(at, end);
    if (!length) return -1;
    at += length;
    count++;
  }
  return count;
}

export function isValidUtf8(bytes: Bytes): bool {
  return countCodePoints(bytes) >= 0;
}

/** Bytes of the well-formed sequence at `at` (Unicode standard, table 3-7), 0 when there is none. */
function sequenceLength(at: usize, end: usize): u32 {
  const lead = load<u8>(at);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length: u32 = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  // The second byte rules out overlong forms, surrogates and what lies above U+10FFFF.
  const lowest: u8 = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const highest: u8 = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  const second = load<u8>(at + 1);
  if (second < lowest || second > highest) return 0;
  for (let i: u32 = 2; i < length; i++) {
    if ((load<u8>(at + i) & 0xc0) != 0x80) return 0;
  }
  return length;
}
