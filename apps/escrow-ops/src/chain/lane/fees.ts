import { feeAt, type GasPrice } from '@questp/messages/integrations';

export interface GasFee {
  gasLimit: bigint;
  denom: string;
  amount: bigint;
}

/** Integrations signs no more. */
export const MOST_GAS = 60_000_000n;

/** Percent of the simulated gas, which is of an earlier block, without the check of the signature. */
const GAS_PERCENT = 130n;
/** Gas of a signature check and of storing the sequence, which small transactions need beyond the percentage. */
const LEAST_MARGIN = 20_000n;
/** Multiples of the price: integrations signs up to five. */
const MOST_TIMES = 4n;

/** Gas limit for a transaction that used this much in a simulation. */
export function gasLimitFor(gasUsed: bigint): bigint {
  const margin = (gasUsed * (GAS_PERCENT - 100n)) / 100n;
  return gasUsed + (margin < LEAST_MARGIN ? LEAST_MARGIN : margin);
}

/**
 * The fee for a gas limit at the price, rounded up.
 *
 * @param expired - Transactions of the lane that no block included since the last one that was included. Each doubles the
 *   fee, up to four times the price.
 */
export function feeFor(gasLimit: bigint, gasPrice: GasPrice, expired: number): GasFee {
  const doubled = 2n ** BigInt(Math.min(expired, 2));
  const times = doubled < MOST_TIMES ? doubled : MOST_TIMES;
  return { gasLimit, denom: gasPrice.denom, amount: feeAt(gasPrice, gasLimit * times) };
}
