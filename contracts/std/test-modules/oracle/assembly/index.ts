import { u128 } from 'as-bignum/assembly';

// Only for the target of --use abort: as-bignum has an allocator of its own, so nothing here may use the library's.
export { asAbort } from '@questp/std/assembly';

let result = new u128();

// Each leaves its result, modulo 2^128, whose halves are then asked for.

export function plus(aLo: u64, aHi: u64, bLo: u64, bHi: u64): void {
  result = new u128(aLo, aHi) + new u128(bLo, bHi);
}

export function times(aLo: u64, aHi: u64, bLo: u64, bHi: u64): void {
  result = new u128(aLo, aHi) * new u128(bLo, bHi);
}

export function low(): u64 {
  return result.lo;
}

export function high(): u64 {
  return result.hi;
}
