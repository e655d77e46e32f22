import { Injectable } from '@nestjs/common';
import { requestPayoutPlan, type PayoutPlan } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CampaignsRepository } from './campaigns.repository.js';
import { PayoutSchedulesRepository } from './payout-schedules.repository.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { toPlan } from './plan-row.js';
import { ProjectAccess } from './project-access.js';

/** Age up to which a preview is returned instead of a new one. */
const FRESH_MS = 60_000;

@Injectable()
export class RequestPayoutPlan {
  constructor(
    private readonly db: Database,
    private readonly access: ProjectAccess,
    private readonly campaigns: CampaignsRepository,
    private readonly plans: PayoutPlansRepository,
    private readonly schedules: PayoutSchedulesRepository,
  ) {}

  /** NOT_FOUND, NO_REWARD_POOL, PLAN_APPROVED */
  @Rpc(requestPayoutPlan)
  execute({ projectId, campaignId, userId }: RequestOf<typeof requestPayoutPlan>): Promise<PayoutPlan> {
    return this.db.transaction(async (tx) => {
      await this.access.require('project_moderator', projectId, userId);
      await this.plans.lock(tx, campaignId);
      const campaign = await this.campaigns.get(tx, campaignId);
      if (campaign?.projectId !== projectId) throw new AppError('NOT_FOUND');
      if (campaign.rewardPool === null) throw new AppError('NO_REWARD_POOL');
      const requested = await this.plans.requested(tx, campaignId);
      if (requested !== undefined) return toPlan(requested);
      const current = await this.plans.current(tx, campaignId);
      if (current?.status === 'approved') throw new AppError('PLAN_APPROVED');
      const schedule = await this.schedules.current(tx, campaignId);
      const isFrozen = schedule !== undefined && schedule.freezesAt.getTime() <= Date.now();
      const isFresh = isFrozen || Date.now() - (current?.plannedAt?.getTime() ?? 0) < FRESH_MS;
      const kind = isFrozen ? 'final' : 'preview';
      if (current?.kind === kind && isFresh) return toPlan(current);
      return toPlan(await this.plans.request(tx, { campaignId, projectId, kind, requestedBy: userId, listOf: null }));
    });
  }
}
