import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { lockPool, type LockedPool } from '@questp/messages/quests';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { authorizeMember } from '../../people/access/authorize.js';
import { LinkedWallets } from '../../verification/facts/linked-wallets.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { PoolLocksRepository, type PoolLock } from './pool-locks.repository.js';

@Injectable()
export class LockPool {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly poolLocksRepository: PoolLocksRepository,
    private readonly linkedWallets: LinkedWallets,
  ) {}

  @Rpc(lockPool)
  async execute({ userId, ...lock }: RequestOf<typeof lockPool>): Promise<LockedPool> {
    const linked = await this.linkedWallets.of(userId);
    return this.database.transaction(async (tx) => {
      await authorizeMember(tx, userId, 'project_admin', lock.projectId);
      const campaign = await this.poolLocksRepository.lock(tx, lock);
      const { rewardPool, startsAt, endsAt, poolFeeBps, poolLockedUntil, now } = campaign ?? {};
      if (!rewardPool || !startsAt || !endsAt || !poolLockedUntil || !now) return this.refuse(tx, lock);
      return {
        rewardPool,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        feeBps: poolFeeBps ?? null,
        lockedAt: now.toISOString(),
        lockedUntil: poolLockedUntil.toISOString(),
        wallets: linked.flatMap(({ chainId, address }) => (chainId === rewardPool.chainId ? [address] : [])),
      };
    });
  }

  /** CAMPAIGN_NOT_READY, INVALID_TRANSITION, NOT_FOUND */
  private async refuse(tx: Tx, { projectId, campaignId, fundingAttempt }: PoolLock): Promise<never> {
    const { status, rewardPool, startsAt, endsAt, now, ...attempts } = await this.campaignsRepository.lock(
      tx,
      projectId,
      campaignId,
    );
    if (status === 'ended' || status === 'archived') {
      throw new AppError('INVALID_TRANSITION', { detail: `The campaign is ${status}.` });
    }
    if (rewardPool?.mode !== 'automatic') notReady('It has no reward pool in automatic mode.');
    if (startsAt === null || endsAt === null) notReady('Its start and its end have to be set.');
    if (endsAt <= now) notReady('The end has to lie ahead.');
    const { poolFundedAttempt, poolCancelledAttempt } = attempts;
    const detail = `Attempt ${fundingAttempt} is over: ${poolFundedAttempt} was funded, ${poolCancelledAttempt} cancelled.`;
    throw new AppError('INVALID_TRANSITION', { detail });
  }
}

function notReady(detail: string): never {
  throw new AppError('CAMPAIGN_NOT_READY', { detail });
}
