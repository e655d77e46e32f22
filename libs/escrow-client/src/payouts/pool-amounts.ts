/** Terms of a pool that its amounts depend on. Amounts are base units of the asset. */
export interface PoolTerms {
  /** What the escrow received: `gross_balance` of the contract. */
  gross: bigint;
  feeBps: number;
  maxShareBps: number;
}

/** Amounts of a pool, as the escrow computes them when an allocation is finalized. */
export interface PoolAmounts {
  gross: bigint;
  maxFee: bigint;
  distributable: bigint;
  /** Maximum that the contract pays one entry. */
  cap: bigint;
}

const BPS = 10_000n;

export function poolAmounts({ gross, feeBps, maxShareBps }: PoolTerms): PoolAmounts {
  const maxFee = (gross * BigInt(feeBps)) / BPS;
  const distributable = gross - maxFee;
  return { gross, maxFee, distributable, cap: (distributable * BigInt(maxShareBps)) / BPS };
}

/** Amount that the contract pays an entry of `weight` in an allocation with `totalWeight`. */
export function contractPayout(
  weight: bigint,
  totalWeight: bigint,
  { distributable, cap }: Pick<PoolAmounts, 'distributable' | 'cap'>,
): bigint {
  const share = (weight * distributable) / totalWeight;
  return share < cap ? share : cap;
}

/**
 * The fee when the payouts sum to `paid`, and what goes back to the owner: `maxFee` is due for a pool that is paid out
 * completely, and a part of it otherwise.
 */
export function settlement(
  { gross, maxFee, distributable }: PoolAmounts,
  paid: bigint,
): { fee: bigint; leftover: bigint } {
  const fee = distributable === 0n ? 0n : (maxFee * paid) / distributable;
  return { fee, leftover: gross - paid - fee };
}
