import { type FieldError, REWARD_MODES, type RewardPool } from '@questp/messages';
import { chainId, denom } from '../task-types/common-fields.js';
import { choice, integer, line, object, text, type JsonSchema } from '../task-types/json-schema.js';

/** What a chain's Uint128 holds. */
const MAX_AMOUNT = 2n ** 128n - 1n;

const amount = (description: string): JsonSchema =>
  text(`${description} In base units, a decimal string.`, 39, { pattern: '^[1-9][0-9]*$' });

const optionalAmount = (description: string): JsonSchema => ({ ...amount(description), type: ['string', 'null'] });

export const REWARD_POOL = object(
  {
    mode: choice('Who pays.', REWARD_MODES),
    chainId: chainId(),
    denom: denom('Denomination of the reward token in base units.'),
    symbol: line('Name of the reward token for people.', 20),
    decimals: integer('Decimal places of the symbol.', 0, 18),
    totalAmount: amount('The whole pool.'),
    minPayout: optionalAmount('Earners below it are not paid.'),
    maxPayout: optionalAmount('No earner is paid more.'),
  } satisfies Record<keyof RewardPool, JsonSchema>,
  ['mode', 'chainId', 'denom', 'symbol', 'decimals', 'totalAmount', 'minPayout', 'maxPayout'],
);

/** Amounts that fit no chain, or contradict: minPayout <= maxPayout <= totalAmount. Runs on what fits REWARD_POOL. */
export function rewardPoolErrors(pool: RewardPool): FieldError[] {
  const total = BigInt(pool.totalAmount);
  const max = pool.maxPayout === null ? total : BigInt(pool.maxPayout);
  const min = pool.minPayout === null ? 0n : BigInt(pool.minPayout);
  if (total > MAX_AMOUNT) return [tooLarge('totalAmount', 'The amount has to be below 2^128.')];
  if (max > total) return [tooLarge('maxPayout', 'The largest payout is more than the pool.')];
  if (min > max) return [tooLarge('minPayout', 'The smallest payout is more than the largest, or than the pool.')];
  return [];
}

function tooLarge(member: keyof RewardPool, detail: string): FieldError {
  return { pointer: `/rewardPool/${member}`, code: 'TOO_LARGE', detail };
}
