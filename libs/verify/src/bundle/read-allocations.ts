import { type AllocationEntry, allocationPage, type EscrowStatus, PAGE } from '../node/answers.js';
import { MAX_ENTRIES } from '../input/fields.js';
import { type NodeClient } from '../node/node-client.js';
import { ShapeError } from '../input/shape.js';

/**
 * The entries committed on the chain, by paging. Reads one page more than the status announces, so that entries beyond
 * it show.
 * @throws ShapeError when the node repeats itself or goes on
 */
export async function readAllocations(
  node: NodeClient,
  escrow: string,
  { version, entry_count }: EscrowStatus,
  onProgress: (done: number) => void,
): Promise<AllocationEntry[]> {
  if (entry_count > MAX_ENTRIES) throw new ShapeError(`entry_count is not at most ${MAX_ENTRIES}`);
  const entries: AllocationEntry[] = [];
  while (entries.length <= entry_count) {
    const last = entries.at(-1)?.address;
    const query = { allocations: { start_after: last, limit: PAGE, version } };
    const { allocations } = await node.query(escrow, query, allocationPage);
    const sorted = [last ?? '', ...allocations.map(({ address }) => address)];
    if (sorted.some((address, index) => index > 0 && address <= (sorted[index - 1] ?? ''))) {
      throw new ShapeError('the pages of allocations are not in ascending order');
    }
    entries.push(...allocations);
    onProgress(entries.length);
    if (allocations.length < PAGE) break;
  }
  return entries;
}
