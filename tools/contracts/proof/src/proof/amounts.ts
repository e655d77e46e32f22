import { MAX_AMOUNT, visible } from '../model/amount.js';
import { type Draw } from './draw.js';

/** Amounts at which arithmetic tends to go wrong, and everyday ones. */
const AMOUNTS = [
  1n,
  2n,
  3n,
  99n,
  10_000n,
  1_000_003n,
  10n ** 9n + 7n,
  10n ** 18n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 64n + 1n,
  2n ** 96n - 1n,
  2n ** 126n,
  2n ** 127n,
  MAX_AMOUNT,
] as const;

/** An amount from 1 to `held` that a message can name, often one at an edge; 1 where there is nothing. */
export function drawAmount(draw: Draw, held: bigint): bigint {
  if (held < 1n) return 1n;
  const most = visible(held);
  const amount = draw.oneIn(3) ? 1n + draw.bigBelow(most) : draw.pick(AMOUNTS);
  return amount > most ? most : amount;
}

/** Points of one entry: small, everyday or extreme. */
export function drawPoints(draw: Draw): bigint {
  if (draw.oneIn(6)) return draw.pick(AMOUNTS);
  return 1n + draw.bigBelow(draw.pick([5n, 1000n, 10n ** 9n, 10n ** 20n]));
}
