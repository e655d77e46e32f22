import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Share of an earner in an allocation. */
export interface AllocationWeight {
  /** bech32, lower case. */
  address: string;
  /** Points committed on the chain, at least 1; in the smallest unit of the asset when they are the planned payout. */
  weight: bigint;
}

/** Error for invalid entries, or for a file that is not an allocation. */
export class AllocationError extends Error {}

/**
 * The entries in commit order: bytewise by address.
 * @throws AllocationError for a duplicate address, one with upper case, or a weight below 1.
 */
export function sortAllocation<T extends AllocationWeight>(entries: readonly T[]): T[] {
  const sorted = [...entries].sort((a, b) => (a.address < b.address ? -1 : 1));
  sorted.forEach(({ address, weight }, index) => {
    if (!/^[a-z0-9]+$/.test(address)) throw new AllocationError(`"${address}" is not an address in lower case`);
    if (sorted[index + 1]?.address === address) throw new AllocationError(`${address} is there twice`);
    if (weight < 1n) throw new AllocationError(`${address} has weight ${weight}`);
  });
  return sorted;
}

/** The line of an entry in the canonical text, with its end (specification 2.5). */
export const allocationLine = ({ address, weight }: AllocationWeight): string => `${address},${weight}\n`;

/** The canonical text (specification 2.5): the lines of the entries, sorted bytewise by address. */
export function allocationText(entries: readonly AllocationWeight[]): string {
  return sortAllocation(entries).map(allocationLine).join('');
}

/** SHA-256 of the canonical text in lowercase hex: `allocation_sha256` of finalize_allocations. */
export function allocationSha256(entries: readonly AllocationWeight[]): string {
  return bytesToHex(sha256(utf8ToBytes(allocationText(entries))));
}
