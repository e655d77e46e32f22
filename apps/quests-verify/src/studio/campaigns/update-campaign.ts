import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError, fieldError, requireVersion, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { updateCampaign, type Campaign, type RewardPoolSettings } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { changedMembers } from '../audit/changed-members.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { PendingRepository } from '../../verification/attempts/pending.repository.js';
import { windowErrors, withDates } from '../../shared/window.js';
import { toCampaign, type CampaignRow } from './campaign.js';
import { CheckPool } from './check-pool.js';
import { requireUnlocked } from '../pool-lock.js';
import { toRewardPool } from './reward-pool.js';
import { CampaignsRepository } from './campaigns.repository.js';

@Injectable()
export class UpdateCampaign {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly pendingRepository: PendingRepository,
    private readonly checkPool: CheckPool,
    private readonly bus: Bus,
  ) {}

  @Rpc(updateCampaign)
  async execute({ projectId, campaignId, ifMatch, ...request }: RequestOf<typeof updateCampaign>): Promise<Campaign> {
    const { rewardPool, ...rest } = withDates(request);
    const pool = rewardPool === undefined ? {} : await this.changedPool(projectId, campaignId, rewardPool);
    const { poolFeeBps, ...change } = { ...rest, ...pool };
    await usePicture(this.bus, change.imageUrl);
    return this.database.transaction(async (tx) => {
      const { now, ...current } = await this.campaignsRepository.lock(tx, projectId, campaignId);
      requireVersion(ifMatch, current);
      const next = { ...current, ...change, ...(poolFeeBps !== undefined && { poolFeeBps }) };
      refuseFixed(current, next, now);
      refuseInvalid(windowErrors(next));
      const endMoved = !isDeepStrictEqual(next.endsAt, current.endsAt);
      if (current.status === 'active' && endMoved && next.endsAt !== null && next.endsAt <= now) {
        const detail = 'The end of an active campaign has to lie ahead.';
        refuseInvalid([fieldError('/endsAt', 'RANGE', { after: now.toISOString() }, detail)]);
      }
      const changed = changedMembers<CampaignRow>(current, next, change);
      if (changed.length > 0) {
        const details = { title: current.title, changed };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'campaign.updated',
          subjectId: campaignId,
          details,
        });
      }
      const updated = await this.campaignsRepository.update(tx, next);
      if (updated.checkBudgetUsd !== current.checkBudgetUsd)
        await this.pendingRepository.makeCampaignDue(tx, campaignId);
      return toCampaign(updated);
    });
  }

  /** The pool of a request with its fee; empty if the campaign has this pool already. */
  private async changedPool(
    projectId: string,
    campaignId: string,
    settings: RewardPoolSettings | null,
  ): Promise<Partial<Pick<CampaignRow, 'rewardPool' | 'poolFeeBps'>>> {
    const rewardPool = settings && toRewardPool(settings);
    const current = await this.campaignsRepository.get(projectId, campaignId);
    if (isDeepStrictEqual(rewardPool, current.rewardPool)) return {};
    return { rewardPool, poolFeeBps: rewardPool && (await this.checkPool.execute(rewardPool)) };
  }
}

const FIXED = {
  draft: [],
  active: ['startsAt', 'rewardPool'],
  ended: ['startsAt', 'endsAt', 'rewardPool'],
} as const satisfies Record<string, readonly (keyof CampaignRow)[]>;

/** Members that a ticket to fund the pool names. */
const LOCKED = ['rewardPool', 'startsAt', 'endsAt'] as const satisfies readonly (keyof CampaignRow)[];

/** INVALID_TRANSITION for changed members that are fixed in the campaign's status, POOL_LOCKED by its pool. */
function refuseFixed(current: CampaignRow, next: CampaignRow, now: Date): void {
  const isChanged = (member: keyof CampaignRow) => !isDeepStrictEqual(current[member], next[member]);
  if (current.status === 'archived') throw new AppError('INVALID_TRANSITION', { detail: 'The campaign is archived.' });
  const fixed = FIXED[current.status].find(isChanged);
  if (fixed !== undefined) {
    throw new AppError('INVALID_TRANSITION', { detail: `${fixed} is fixed since the campaign started.` });
  }
  if (LOCKED.some(isChanged)) requireUnlocked(current, now);
}
