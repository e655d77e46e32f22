import type { ChainRegistry } from '@questp/service-kit/chains';
import type { FieldError } from '@questp/messages/language';
import type { RewardPool } from '@questp/messages/quests';

/** Maximum of a chain's Uint128. */
const MAX_AMOUNT = 2n ** 128n - 1n;

/** Errors of amounts beyond Uint128, or that violate minPayout <= maxPayout <= totalAmount. */
export function rewardPoolErrors(pool: RewardPool): FieldError[] {
  const total = BigInt(pool.totalAmount);
  const max = pool.maxPayout === null ? total : BigInt(pool.maxPayout);
  const min = pool.minPayout === null ? 0n : BigInt(pool.minPayout);
  if (total > MAX_AMOUNT) return [tooLarge('totalAmount', 'The amount has to be below 2^128.')];
  if (max > total) return [tooLarge('maxPayout', 'The largest payout is more than the pool.')];
  if (min > max) return [tooLarge('minPayout', 'The smallest payout is more than the largest, or than the pool.')];
  return [];
}

/** NOT_ALLOWED for a chain the platform does not know: nobody could be paid there. */
export function poolChainErrors({ chainId }: RewardPool, chains: ChainRegistry): FieldError[] {
  if (chains.get(chainId) !== undefined) return [];
  return [{ pointer: '/rewardPool/chainId', code: 'NOT_ALLOWED', detail: 'The platform does not know the chain.' }];
}

function tooLarge(member: keyof RewardPool, detail: string): FieldError {
  return { pointer: `/rewardPool/${member}`, code: 'RANGE', detail };
}
