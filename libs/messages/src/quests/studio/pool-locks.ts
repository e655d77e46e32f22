import { contract } from '../../language/contract/contract.js';
import type { Timestamp } from '../../language/contract/common.js';
import { Id, ListOfText, Nested, Time, UserId, Whole } from '../../language/fields/index.js';
import { RewardPool } from './reward-pool.js';

/** Most funding attempts of a campaign. */
export const MAX_FUNDING_ATTEMPTS = 1_000;
/** Longest time for which pool and dates are locked, in seconds. */
export const MAX_POOL_LOCK_SECONDS = 86_400;

class LockPoolRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @UserId({ description: 'Member of the team who funds the pool' })
  userId!: string;

  @Whole({ min: 1, max: MAX_FUNDING_ATTEMPTS })
  fundingAttempt!: number;

  @Whole({ min: 1, max: MAX_POOL_LOCK_SECONDS })
  seconds!: number;
}

/** What a ticket to fund the pool is made of. */
export class LockedPool {
  @Nested(() => RewardPool)
  rewardPool!: RewardPool;

  @Time()
  startsAt!: Timestamp;

  @Time()
  endsAt!: Timestamp;

  @Whole({ min: 0, max: 1_000, nullable: true, description: 'Fee of the deployment on the chain, in basis points' })
  feeBps!: number | null;

  @Time({ description: 'When the lock was taken, on the clock of the database' })
  lockedAt!: Timestamp;

  @Time({ description: 'Pool and dates do not change until then' })
  lockedUntil!: Timestamp;

  @ListOfText({ max: 100, maxLength: 128, description: 'Wallets of the user on the chain of the pool' })
  wallets!: string[];
}

/**
 * Locks the reward pool and the dates of a campaign for a funding attempt. Requires that the user may change campaigns
 * of the project. A repeated call extends the lock.
 *
 * CAMPAIGN_NOT_READY: the pool is not automatic, or start or end is missing or past. INVALID_TRANSITION: the campaign
 * has ended, or the attempt was funded or cancelled.
 */
export const lockPool = contract({
  subject: 'quests.pools.lock',
  request: LockPoolRequest,
  reply: LockedPool,
  callers: ['escrow-ops'],
  errors: ['CAMPAIGN_NOT_READY', 'INVALID_TRANSITION'],
});
