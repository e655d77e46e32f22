import { AllocationError, allocationSha256, readAllocationFile } from '@questp/escrow-client';
import { type AllocationEntry } from '../node/answers.js';
import { type Bundle } from '../bundle/bundle.js';
import { isRead, type Part } from '../input/part.js';
import { BEFORE_FINALIZE, check, type Check } from './check.js';

const SCHEMA = 'an svc.escrow.allocation/v1 file';

/** The allocation on the chain, in the published file and in the snapshot of finalize is one. */
export function allocationChecks({ status, allocations, file }: Bundle): Check[] {
  const hashOfEntries = hashOf(allocations);
  // Before finalize the chain names no file, and none needs to be published.
  const needed = isRead(status) && !status.value.finalized ? { value: undefined } : file;
  const published = isRead(needed) ? { value: readPublished(needed.value) } : needed;
  return [
    check('entry_count is the number of entries on the chain', [status, allocations], ({ entry_count }, entries) => ({
      expected: entry_count,
      // One page more than announced is read.
      actual: entries.length > entry_count ? `${entries.length} or more` : entries.length,
    })),
    check(
      'total_points is the sum of the entries on the chain',
      [status, allocations],
      ({ total_points }, entries) => ({
        expected: total_points,
        actual: String(sumOf(entries)),
      }),
    ),
    check('allocation_sha256 is that of the entries on the chain', [status, hashOfEntries], ({ finalized }, actual) =>
      finalized ? { expected: finalized.allocation_sha256, actual } : BEFORE_FINALIZE,
    ),
    check('the published file is an allocation with its own sha256', [status, published], ({ finalized }, found) => {
      if (!finalized) return BEFORE_FINALIZE;
      const isOne = typeof found !== 'string';
      return { expected: SCHEMA, actual: isOne ? `${found.length} entries` : found, agrees: isOne };
    }),
    check('allocation_sha256 is that of the published file', [status, published], ({ finalized }, found) => {
      if (!finalized) return BEFORE_FINALIZE;
      if (typeof found === 'string') return { unchecked: found };
      return { expected: finalized.allocation_sha256, actual: allocationSha256(found) };
    }),
  ];
}

const sumOf = (entries: readonly AllocationEntry[]): bigint =>
  entries.reduce((sum, { points }) => sum + BigInt(points), 0n);

function hashOf(allocations: Part<AllocationEntry[]>): Part<string> {
  if (!isRead(allocations)) return allocations;
  const entries = allocations.value.map(({ address, points }) => ({ address, weight: BigInt(points) }));
  try {
    return { value: allocationSha256(entries) };
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { value: error.message };
  }
}

/** The entries of the published file, or why it is none. */
function readPublished(content: unknown) {
  try {
    return readAllocationFile(content);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return error.message;
  }
}
