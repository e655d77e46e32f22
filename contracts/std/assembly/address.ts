import { Bytes, panic } from './bytes';
import { addr_canonicalize, addr_humanize, addr_validate } from './env';

// The chain aborts the call for longer ones (cosmwasm packages/vm/src/imports.rs).
const MAX_HUMAN_LENGTH: u32 = 256;
const MAX_CANONICAL_LENGTH: u32 = 64;
const HUMAN_CAPACITY: u32 = 256;

/** True for an address of this chain in its one normalised (lowercase) spelling. */
export function isValidAddress(address: Bytes): bool {
  return address.length <= MAX_HUMAN_LENGTH && addr_validate(address.region()) == 0;
}

/** The bytes of an address, null for anything else. Upper and lower case spellings give the same bytes. */
export function canonicalize(address: Bytes): Bytes | null {
  if (address.length > MAX_HUMAN_LENGTH) return null;
  const canonical = target(MAX_CANONICAL_LENGTH);
  return addr_canonicalize(address.region(), canonical.region()) == 0 ? canonical : null;
}

/** The address of canonical bytes. Panics for other bytes. */
export function humanize(canonical: Bytes): Bytes {
  const address = target(HUMAN_CAPACITY);
  if (addr_humanize(canonical.region(), address.region())) panic('not a canonical address');
  return address;
}

/** No letter A to Z: the spelling in which addresses compare and sort. */
export function isLowerCase(address: Bytes): bool {
  for (let i: u32 = 0; i < address.length; i++) {
    const character = address.at(i);
    if (character >= 0x41 && character <= 0x5a) return false;
  }
  return true;
}

/** An empty region with room for the chain to write. */
function target(capacity: u32): Bytes {
  const bytes = Bytes.alloc(capacity);
  bytes.length = 0;
  return bytes;
}
