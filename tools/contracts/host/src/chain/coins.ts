import { type Coin } from './types.js';
import { chainError } from './errors.js';

/** A coin whose amount has been read. */
export interface Amount {
  readonly denom: string;
  readonly amount: bigint;
}

const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;
const DECIMAL = /^[0-9]+$/;
const MAX_AMOUNT = (1n << 256n) - 1n;

/**
 * Coins of a contract's message or of a test, as the SDK adds them up (wasmd ConvertWasmCoinsToSdkCoins): sorted, equal
 * denominations added, zeros dropped.
 *
 * @throws ChainError sdk/10 for an amount or denomination the SDK refuses
 */
export function parseCoins(coins: readonly Coin[]): Amount[] {
  const sums = new Map<string, bigint>();
  for (const { denom, amount } of coins) {
    if (!DECIMAL.test(amount)) throw chainError('invalidCoins', `${amount}${denom}`);
    if (!DENOM.test(denom)) throw chainError('undefined', `invalid denom: ${denom}`);
    const sum = (sums.get(denom) ?? 0n) + BigInt(amount);
    if (sum > MAX_AMOUNT) throw chainError('invalidCoins', `${amount}${denom}`);
    sums.set(denom, sum);
  }
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([denom, amount]) => ({ denom, amount }))
    .sort((left, right) => (left.denom < right.denom ? -1 : 1));
}

/**
 * Coins a transaction sends, which must already be as they would come out of `parseCoins` (Coins.Validate).
 *
 * @throws ChainError
 */
export function requireCoins(coins: readonly Coin[]): Amount[] {
  const parsed = parseCoins(coins);
  const isNormal = parsed.length === coins.length && parsed.every(({ denom }, index) => denom === coins[index]?.denom);
  if (!isNormal) throw chainError('invalidCoins', 'coins must be sorted, positive and of different denominations');
  return parsed;
}

export const isDenom = (text: string): boolean => DENOM.test(text);

export const coinsText = (coins: readonly Amount[]): string =>
  coins.map(({ denom, amount }) => `${amount}${denom}`).join(',');
