import { RecordReader, RecordWriter, U128, panic } from '@questp/std/assembly';

// Amounts are written without their leading zero bytes: a stored byte costs 30 gas, and most amounts need 4 to 9 of 16.

/** Writes the number of bytes (u8, 0 to 16), then as many bytes little endian. */
export function writeAmount(writer: RecordWriter, amount: U128): void {
  const length = byteLength(amount);
  writer.u8(<u8>length);
  for (let i: u32 = 0; i < length; i++) {
    writer.u8(<u8>(i < 8 ? amount.lo >> (i << 3) : amount.hi >> ((i - 8) << 3)));
  }
}

/** Reads what writeAmount wrote. */
export function readAmount(reader: RecordReader): U128 {
  const length = <u32>reader.u8();
  if (length > 16) panic('corrupt record');
  let lo: u64 = 0;
  let hi: u64 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const byte = <u64>reader.u8();
    if (i < 8) lo |= byte << (i << 3);
    else hi |= byte << ((i - 8) << 3);
  }
  return U128.of(lo, hi);
}

/** Bytes an amount needs without leading zeros: 0 for zero, at most 16. */
export function byteLength(amount: U128): u32 {
  if (amount.hi) return 16 - (<u32>clz(amount.hi) >> 3);
  return 8 - (<u32>clz(amount.lo) >> 3);
}
