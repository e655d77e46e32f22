import { decodeAddress, isContractAddress } from '@questp/chains';
import { poolAmounts } from '@questp/escrow-client/payouts';
import type { Chain } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import type { RewardPool, RewardPoolSettings, RewardTerms } from '@questp/messages/quests';
import type { ChainRegistry } from '@questp/service-kit/chains';

/** Maximum of a chain's Uint128. */
const MAX_AMOUNT = 2n ** 128n - 1n;

/** A pool as a request sets it, with what it leaves out. */
export const toRewardPool = (settings: RewardPoolSettings): RewardPool => ({
  assetKind: 'native',
  maxShareBps: 10_000,
  challengeSeconds: null,
  commitWindowSeconds: null,
  claimWindowSeconds: null,
  forbiddenAddresses: [],
  ...settings,
});

/**
 * Errors of amounts beyond Uint128 or that violate minPayout <= maxPayout <= totalAmount, and of members that the mode
 * requires or excludes.
 */
export function rewardPoolErrors(pool: RewardPool): FieldError[] {
  const total = BigInt(pool.totalAmount);
  const max = pool.maxPayout === null ? total : BigInt(pool.maxPayout);
  const min = pool.minPayout === null ? 0n : BigInt(pool.minPayout);
  if (total > MAX_AMOUNT) return [tooLarge('totalAmount', 'The amount has to be below 2^128.')];
  if (max > total) return [tooLarge('maxPayout', 'The largest payout is more than the pool.')];
  if (min > max) return [tooLarge('minPayout', 'The smallest payout is more than the largest, or than the pool.')];
  return [...payoutBoundErrors(pool, null), ...(pool.mode === 'automatic' ? automaticErrors(pool) : [])];
}

function automaticErrors(pool: RewardPool): FieldError[] {
  const windows = ['challengeSeconds', 'commitWindowSeconds', 'claimWindowSeconds'] as const;
  const missing = windows.filter((member) => pool[member] === null).map((member) => fieldError(at(member), 'REQUIRED'));
  if (pool.maxPayout === null) return missing;
  const detail = 'The escrow limits payouts by share: set maxShareBps.';
  return [...missing, fieldError(at('maxPayout'), 'NOT_ALLOWED', {}, detail)];
}

/** The least and the most that the pool pays one earner, in base units. A pool without a fee has 0. */
export function payoutBounds(
  { totalAmount, maxShareBps, minPayout, maxPayout }: RewardPool,
  feeBps: number | null,
): Pick<RewardTerms, 'leastPayout' | 'mostPayout'> {
  const { cap } = poolAmounts({ gross: BigInt(totalAmount), feeBps: feeBps ?? 0, maxShareBps });
  const most = maxPayout !== null && BigInt(maxPayout) < cap ? maxPayout : `${cap}`;
  return { leastPayout: minPayout ?? '1', mostPayout: most };
}

/** Errors of terms under which no earner can be paid, for any distribution of points. */
export function payoutBoundErrors(pool: RewardPool, feeBps: number | null): FieldError[] {
  const { leastPayout, mostPayout } = payoutBounds(pool, feeBps);
  if (BigInt(leastPayout) <= BigInt(mostPayout)) return [];
  const detail = `No payout is possible: an earner gets at most ${mostPayout} base units by maxShareBps, maxPayout and the fee.`;
  const member = pool.minPayout === null ? 'maxShareBps' : 'minPayout';
  return [fieldError(at(member), 'RANGE', {}, detail)];
}

/** Errors of a new pool on a chain that is not known, and of addresses on the chain. */
export function poolChainErrors(pool: RewardPool, chains: Pick<ChainRegistry, 'get'>): FieldError[] {
  const chain = chains.get(pool.chainId);
  if (chain === undefined) return [notAllowed('chainId', 'The platform does not know the chain.')];
  const { assetKind, denom, forbiddenAddresses } = pool;
  const isAsset = assetKind === 'native' || isContractAddress(chain, denom);
  return [
    ...(isAsset ? [] : [notAllowed('denom', 'The address is not that of a contract on the chain.')]),
    ...(forbiddenAddresses.every((address) => isAddress(chain, address))
      ? []
      : [notAllowed('forbiddenAddresses', 'Not every address is one of the chain.')]),
  ];
}

const isAddress = (chain: Chain, address: string) =>
  decodeAddress(chain, address) !== undefined || isContractAddress(chain, address);

const at = (member: keyof RewardPool) => `/rewardPool/${member}`;
const tooLarge = (member: keyof RewardPool, detail: string) => fieldError(at(member), 'RANGE', {}, detail);
const notAllowed = (member: keyof RewardPool, detail: string) => fieldError(at(member), 'NOT_ALLOWED', {}, detail);
