/** Gas of a transaction that is aimed at: fits into the blocks of every chain with the contracts. */
const AIM = 20_000_000;
/** The most that the limits of a factory can allow. */
const MOST = 2_000;

/** Entries of the next batch after one that used so much gas; at most twice as many. */
export function batchAfter(batch: number, gasUsed: bigint): number {
  const fitting = Math.floor((AIM * batch) / Math.max(Number(gasUsed), 1));
  return Math.max(1, Math.min(fitting, 2 * batch, MOST));
}

/** Entries of the next batch after one that needed more gas than a transaction can have. */
export const smallerBatch = (batch: number): number => Math.max(1, Math.floor(batch / 2));

/**
 * True if a refusal says that the gas did not suffice: the words of the Cosmos SDK, or of the lane. Every error of a query
 * names the gas that was used.
 */
export const isGasRefusal = (reason: string): boolean => /\bout of gas\b|^it needs \d+ gas$/.test(reason);
