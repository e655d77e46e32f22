import { AllocationError, allocationSha256, sortAllocation, type AllocationWeight } from './allocation.js';

const SCHEMA = 'svc.escrow.allocation/v1';
/** Of at most 39 digits, as Uint128 has. */
const DECIMAL = /^(0|[1-9][0-9]{0,38})$/;

/** An allocation with the campaign points that led to it. */
export interface PlannedAllocation extends AllocationWeight {
  /** Raw campaign points. */
  dp: bigint;
}

/** The published file (specification 2.5). Numbers are decimal strings, like all amounts. */
export interface AllocationFile {
  schema: typeof SCHEMA;
  /** Weights are the planned payouts. */
  weight_unit: 'adjusted';
  /** SHA-256 of the canonical text, lowercase hex. */
  sha256: string;
  /** Sorted bytewise by address. */
  entries: { address: string; weight: string; dp: string }[];
}

/** @throws AllocationError as `sortAllocation`. */
export function allocationFile(entries: readonly PlannedAllocation[]): AllocationFile {
  return {
    schema: SCHEMA,
    weight_unit: 'adjusted',
    sha256: allocationSha256(entries),
    entries: sortAllocation(entries).map(({ address, weight, dp }) => ({
      address,
      weight: String(weight),
      dp: String(dp),
    })),
  };
}

/**
 * Reads a published file from an untrusted source. Ignores unknown fields and the order of entries.
 * @param content the parsed JSON
 * @returns the entries, sorted
 * @throws AllocationError when it is not such a file, or its sha256 is not that of its entries
 */
export function readAllocationFile(content: unknown): PlannedAllocation[] {
  if (!isRecord(content)) throw new AllocationError('The file is not a JSON object');
  if (content['schema'] !== SCHEMA) throw new AllocationError(`The schema is not ${SCHEMA}`);
  if (content['weight_unit'] !== 'adjusted') throw new AllocationError('weight_unit is not "adjusted"');
  if (!Array.isArray(content['entries'])) throw new AllocationError('entries is not an array');
  const entries = sortAllocation(content['entries'].map(readEntry));
  const sha256 = allocationSha256(entries);
  if (content['sha256'] !== sha256) throw new AllocationError(`sha256 is not ${sha256}, the hash of the entries`);
  return entries;
}

function readEntry(entry: unknown, index: number): PlannedAllocation {
  if (!isRecord(entry) || typeof entry['address'] !== 'string') {
    throw new AllocationError(`Entry ${index} has no address`);
  }
  return {
    address: entry['address'],
    weight: readDecimal(entry['weight'], index),
    dp: readDecimal(entry['dp'], index),
  };
}

function readDecimal(value: unknown, index: number): bigint {
  if (typeof value !== 'string' || !DECIMAL.test(value)) {
    throw new AllocationError(`Entry ${index} needs weight and dp as decimal strings of at most 39 digits`);
  }
  return BigInt(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
