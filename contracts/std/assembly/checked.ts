import { panic } from './bytes';

/** Nanoseconds in a second: the chain's timestamps are in nanoseconds. */
export const SECOND: u64 = 1_000_000_000;

// Integers wrap silently in WebAssembly; these panic "overflow" instead.

export function addU64(a: u64, b: u64): u64 {
  const sum = a + b;
  if (sum < a) panic('overflow');
  return sum;
}

export function subU64(a: u64, b: u64): u64 {
  if (b > a) panic('overflow');
  return a - b;
}

export function mulU64(a: u64, b: u64): u64 {
  if (b != 0 && a > u64.MAX_VALUE / b) panic('overflow');
  return a * b;
}

export function addU32(a: u32, b: u32): u32 {
  const sum = a + b;
  if (sum < a) panic('overflow');
  return sum;
}
