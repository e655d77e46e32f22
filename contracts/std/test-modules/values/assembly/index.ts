import { Bytes, panic, U128 } from '@questp/std/assembly';

export { addU32, addU64, allocate, mulU64, subU64 } from '@questp/std/assembly';

export function plus(a: usize, b: usize): usize {
  return (read(a) + read(b)).decimal().region();
}

export function minus(a: usize, b: usize): usize {
  return (read(a) - read(b)).decimal().region();
}

export function addSaturating(a: usize, b: usize): usize {
  return U128.addSaturating(read(a), read(b)).decimal().region();
}

export function mulDiv(a: usize, b: usize, c: usize): usize {
  return U128.mulDiv(read(a), read(b), read(c)).decimal().region();
}

export function mulDivBps(a: usize, bps: u32): usize {
  return U128.mulDivBps(read(a), bps).decimal().region();
}

export function smaller(a: usize, b: usize): usize {
  return U128.min(read(a), read(b)).decimal().region();
}

export function addOverflows(a: usize, b: usize): bool {
  return U128.addOverflows(read(a), read(b));
}

/** Bits: == != < > <= >= and zero, from the lowest. */
export function relations(a: usize, b: usize): u32 {
  const x = read(a);
  const y = read(b);
  const order = u32(x == y) | (u32(x != y) << 1) | (u32(x < y) << 2) | (u32(x > y) << 3);
  return order | (u32(x <= y) << 4) | (u32(x >= y) << 5) | (u32(x.isZero) << 6);
}

/** The digits again, 0 when they are refused. */
export function parsed(decimal: usize): usize {
  const value = U128.parse(Bytes.ofRegion(decimal));
  return value ? value.decimal().region() : 0;
}

/** The same, with the largest number for any larger one. */
export function parsedSaturating(decimal: usize): usize {
  const value = U128.parseSaturating(Bytes.ofRegion(decimal));
  return value ? value.decimal().region() : 0;
}

function read(decimal: usize): U128 {
  const value = U128.parse(Bytes.ofRegion(decimal));
  if (!value) panic('not a decimal');
  return value!;
}
