import { Bytes } from './bytes';

// The exports that the chain requires of a contract. Source: cosmwasm packages/std/src/exports/exports.rs.

/** A region the chain fills with an argument or a result: of length 0, with room for `size` bytes. */
export function allocate(size: u32): usize {
  const bytes = Bytes.alloc(size);
  bytes.length = 0;
  return bytes.region();
}

/** Memory is given back as a whole, with the instance, at the end of the call. */
export function deallocate(_region: usize): void {}

export function interface_version_8(): void {}

/** To be exported by a contract that uses Range: chains without the capability refuse it. */
export function requires_iterator(): void {}

/** To be exported by a contract that uses Instantiate2. */
export function requires_cosmwasm_1_2(): void {}

/** The bytes of an entry point's argument. */
export function message(region: usize): Bytes {
  return Bytes.ofRegion(region);
}
