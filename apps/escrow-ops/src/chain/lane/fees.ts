import { feeAt, type GasPrice } from '@questp/messages/integrations';

export interface GasFee {
  gasLimit: bigint;
  denom: string;
  amount: bigint;
}

/** Highest gas limit that integrations signs. */
export const MAX_GAS = 60_000_000n;

/** Gas limit in percent of the simulated gas. A simulation runs on an earlier block and skips the signature check. */
const GAS_PERCENT = 130n;
/** Gas of the signature check and of storing the sequence: for small transactions the percentage does not cover it. */
const MIN_MARGIN = 20_000n;
/** Highest multiple of the gas price that is paid; integrations signs up to five. */
const MAX_PRICE_MULTIPLE = 4n;

/** Gas limit of a transaction whose simulation used `gasUsed`. */
export function gasLimitFor(gasUsed: bigint): bigint {
  const margin = (gasUsed * (GAS_PERCENT - 100n)) / 100n;
  return gasUsed + (margin < MIN_MARGIN ? MIN_MARGIN : margin);
}

/**
 * The fee for a gas limit at the price, rounded up.
 *
 * @param expired - Transactions of the lane that no block included since the last one that was included. Each doubles the
 *   fee, up to four times the price.
 */
export function feeFor(gasLimit: bigint, gasPrice: GasPrice, expired: number): GasFee {
  const doubled = 2n ** BigInt(Math.min(expired, 2));
  const times = doubled < MAX_PRICE_MULTIPLE ? doubled : MAX_PRICE_MULTIPLE;
  return { gasLimit, denom: gasPrice.denom, amount: feeAt(gasPrice, gasLimit * times) };
}
