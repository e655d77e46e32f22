import { allocationSha256, type AllocationWeight } from '@questp/escrow-client';
import { type AllocationsResponse, type EscrowStatusResponse } from '@questp/message-schema';
import { smartQuery } from './rest.js';
import { type Check } from './verify-escrow.js';

/** Maximum entries per answer of the contract. */
const PAGE = 100;

/**
 * The entries committed on the chain, by paging the escrow's allocations query.
 *
 * @param version the current one unless given
 * @throws RestError
 */
export async function fetchAllocation(rest: string, escrow: string, version?: number): Promise<AllocationWeight[]> {
  const entries: AllocationWeight[] = [];
  for (;;) {
    const query = { start_after: entries.at(-1)?.address, limit: PAGE, version };
    const { allocations } = await smartQuery<AllocationsResponse>(rest, escrow, { allocations: query });
    entries.push(...allocations.map(({ address, points }) => ({ address, weight: BigInt(points) })));
    if (allocations.length < PAGE) return entries;
  }
}

/**
 * The allocation check of specification 4.5: compares the hash stored at finalize with that of the entries on the chain
 * and, if given, of the published file. Before finalize the list is empty.
 * @param published entries of the published file, see `readAllocationFile`
 * @throws RestError
 */
export async function verifyAllocation(
  rest: string,
  escrow: string,
  published?: readonly AllocationWeight[],
): Promise<Check[]> {
  const { finalized } = await smartQuery<EscrowStatusResponse>(rest, escrow, { status: {} });
  if (!finalized) return [];
  const expected = finalized.allocation_sha256;
  const check = (name: string, entries: readonly AllocationWeight[]): Check => {
    const actual = allocationSha256(entries);
    return { name, expected, actual, ok: actual === expected };
  };
  const checks = [check('allocation_sha256 is that of the entries on the chain', await fetchAllocation(rest, escrow))];
  if (published) checks.push(check('allocation_sha256 is that of the published file', published));
  return checks;
}
