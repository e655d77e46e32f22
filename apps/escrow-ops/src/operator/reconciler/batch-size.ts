/** Target gas per transaction: fits into a block of every supported chain. */
const TARGET_GAS = 20_000_000;
/** Highest batch size that a factory can allow. */
const MAX_ENTRIES = 2_000;

/** Entries of the next batch after one of `batch` entries that used `gasUsed`; at most twice as many. */
export function batchAfter(batch: number, gasUsed: bigint): number {
  const fitting = Math.floor((TARGET_GAS * batch) / Math.max(Number(gasUsed), 1));
  return Math.max(1, Math.min(fitting, 2 * batch, MAX_ENTRIES));
}

/** Entries of the next batch after one that exceeded the gas limit of a transaction. */
export const smallerBatch = (batch: number): number => Math.max(1, Math.floor(batch / 2));

/**
 * True if a transaction was refused for lack of gas, in the words of the Cosmos SDK or of the lane. "gas" alone does not
 * show it: every error of a query names the gas used.
 */
export const isGasRefusal = (reason: string): boolean => /\bout of gas\b|^it needs \d+ gas$/.test(reason);
