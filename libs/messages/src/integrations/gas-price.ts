import { Amount, Text } from '../language/fields/index.js';

export const DENOM = { min: 1, max: 128, form: 'denom' } as const;

/** Price of a unit of gas in one coin. */
export class GasPrice {
  @Text({ ...DENOM, description: 'Denomination of the coin', example: 'untrn' })
  denom!: string;

  @Text({ max: 30, form: 'decimal', description: 'Amount in base units per unit of gas', example: '0.0053' })
  price!: string;

  @Amount({
    optional: true,
    description:
      'Most that each escrow key spends on fees in this coin on a day (UTC), in base units; absent: the limit that the coin has, at first what 5,000,000,000 gas costs at the price',
    example: '25000000',
  })
  dailyFees?: string;
}

/** Distributes about 100,000 payouts to new accounts. */
const DAILY_GAS = 5_000_000_000n;

/** Base units that an amount of gas costs, rounded up. */
export function feeAt({ price }: Pick<GasPrice, 'price'>, gas: bigint): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  const scale = 10n ** BigInt(fraction.length);
  return (gas * BigInt(whole + fraction) + scale - 1n) / scale;
}

/** Base units of the coin that an escrow key may spend on fees on a UTC day. */
export const dailyFeeLimit = (gasPrice: GasPrice): bigint =>
  gasPrice.dailyFees === undefined ? feeAt(gasPrice, DAILY_GAS) : BigInt(gasPrice.dailyFees);
