import { AppError } from '@questp/messages/language';
import type { CampaignStatus, RewardPool } from '@questp/messages/quests';
import { namesOf } from '@questp/postgres';
import type { Campaign as CampaignColumns } from '../generated/prisma/client.js';

type LockColumns = Pick<
  CampaignColumns,
  'poolLockedUntil' | 'poolLockedAttempt' | 'poolFundedAttempt' | 'poolCancelledAttempt'
>;

/** Columns by which payouts are due. */
export interface PayoutColumns extends LockColumns {
  status: CampaignStatus;
  rewardPool: RewardPool | null;
  reviewFreezesAt: Date | null;
}

export const PAYOUT_COLUMNS = namesOf<keyof PayoutColumns>({
  poolLockedUntil: true,
  poolLockedAttempt: true,
  poolFundedAttempt: true,
  poolCancelledAttempt: true,
  status: true,
  rewardPool: true,
  reviewFreezesAt: true,
});

/** True if the escrow of the last funded attempt was not cancelled. */
export const isFunded = ({ poolFundedAttempt, poolCancelledAttempt }: LockColumns): boolean =>
  poolFundedAttempt > poolCancelledAttempt;

/** Until when a ticket can be used to fund the pool; null: there is none. */
export function lockedUntil(
  { poolLockedUntil, poolLockedAttempt, poolCancelledAttempt }: LockColumns,
  now: Date,
): Date | null {
  const isOpen = poolLockedUntil !== null && poolLockedUntil > now && poolLockedAttempt > poolCancelledAttempt;
  return isOpen ? poolLockedUntil : null;
}

/**
 * POOL_LOCKED while earners count on the payouts of a campaign: the pool of a draft or active campaign is funded, or the
 * payouts of an ended one are not listed yet. Its team then cannot end, deactivate or archive it.
 */
export function requireNoPayoutsDue(campaign: PayoutColumns, now: Date): void {
  if (!arePayoutsDue(campaign, now)) return;
  const { status, reviewFreezesAt } = campaign;
  if (status !== 'ended') {
    throw new AppError('POOL_LOCKED', { detail: 'The pool is funded: the campaign ends at its end date.' });
  }
  const at = reviewFreezesAt === null ? '' : ` until ${reviewFreezesAt.toISOString()}`;
  throw new AppError('POOL_LOCKED', { detail: `Decisions still change the payouts of the campaign${at}.` });
}

/**
 * POOL_LOCKED while earners count on a published quest of such a campaign: its team then cannot withdraw it, nor offer
 * less or for a shorter time.
 */
export function requireQuestsKept(campaign: PayoutColumns, now: Date): void {
  if (campaign.status === 'draft' || !arePayoutsDue(campaign, now)) return;
  throw new AppError('POOL_LOCKED', {
    detail: 'The campaign has payouts that are not listed yet: its published quests cannot be withdrawn or offer less.',
  });
}

function arePayoutsDue(campaign: PayoutColumns, now: Date): boolean {
  const { status, rewardPool, reviewFreezesAt } = campaign;
  const hasPayouts = rewardPool !== null && (rewardPool.mode === 'manual' ? status === 'ended' : isFunded(campaign));
  if (status === 'archived' || !hasPayouts) return false;
  return status !== 'ended' || reviewFreezesAt === null || now < reviewFreezesAt;
}

/** POOL_LOCKED while pool and dates are fixed. */
export function requireUnlocked(campaign: LockColumns, now: Date): void {
  if (isFunded(campaign)) throw new AppError('POOL_LOCKED', { detail: 'The pool is funded.' });
  const until = lockedUntil(campaign, now);
  if (until === null) return;
  throw new AppError('POOL_LOCKED', { detail: `A ticket to fund the pool can be used until ${until.toISOString()}.` });
}
