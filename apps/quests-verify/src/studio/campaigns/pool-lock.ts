import { AppError } from '@questp/messages/language';
import type { Campaign as CampaignColumns } from '../../generated/prisma/client.js';

type LockColumns = Pick<
  CampaignColumns,
  'poolLockedUntil' | 'poolLockedAttempt' | 'poolFundedAttempt' | 'poolCancelledAttempt'
>;

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

/** POOL_LOCKED while pool and dates are fixed. */
export function requireUnlocked(campaign: LockColumns, now: Date): void {
  if (isFunded(campaign)) throw new AppError('POOL_LOCKED', { detail: 'The pool is funded.' });
  const until = lockedUntil(campaign, now);
  if (until === null) return;
  throw new AppError('POOL_LOCKED', { detail: `A ticket to fund the pool can be used until ${until.toISOString()}.` });
}
