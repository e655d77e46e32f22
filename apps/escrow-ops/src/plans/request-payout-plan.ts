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
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
  ) {}

  /** NOT_FOUND, NO_REWARD_POOL, PLAN_APPROVED */
  @Rpc(requestPayoutPlan)
  execute({ projectId, campaignId, userId }: RequestOf<typeof requestPayoutPlan>): Promise<PayoutPlan> {
    return this.database.transaction(async (tx) => {
      await this.projectAccess.require('project_moderator', projectId, userId);
      await this.payoutPlansRepository.lock(tx, campaignId);
      const campaign = await this.campaignsRepository.get(tx, campaignId);
      if (campaign?.projectId !== projectId) throw new AppError('NOT_FOUND');
      if (campaign.rewardPool === null) throw new AppError('NO_REWARD_POOL');
      const requested = await this.payoutPlansRepository.requested(tx, campaignId);
      if (requested !== undefined) return toPlan(requested);
      const current = await this.payoutPlansRepository.current(tx, campaignId);
      if (current?.status === 'approved') throw new AppError('PLAN_APPROVED');
      const schedule = await this.payoutSchedulesRepository.current(tx, campaignId);
      const isFrozen = schedule !== undefined && schedule.freezesAt.getTime() <= Date.now();
      const isFresh = isFrozen || Date.now() - (current?.plannedAt?.getTime() ?? 0) < FRESH_MS;
      const kind = isFrozen ? 'final' : 'preview';
      if (current?.kind === kind && isFresh) return toPlan(current);
      return toPlan(
        await this.payoutPlansRepository.request(tx, {
          campaignId,
          projectId,
          kind,
          requestedBy: userId,
          listOf: null,
        }),
      );
    });
  }
}
