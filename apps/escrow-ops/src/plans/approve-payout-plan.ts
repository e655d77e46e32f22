import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { approvePayoutPlan, type PayoutPlan } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import { CloseObjections } from './close-objections.js';
import type { Config } from './config.js';
import { shortObjection } from './payout-schedule.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository } from './payout-schedules.repository.js';
import { PlanAnnouncementsRepository } from './plan-announcements.repository.js';
import { toPlan, type PlanRow } from './plan-row.js';
import { ProjectAccess } from './project-access.js';

@Injectable()
export class ApprovePayoutPlan {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    private readonly planAnnouncementsRepository: PlanAnnouncementsRepository,
    private readonly closeObjections: CloseObjections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, PLAN_TOO_EARLY, PLAN_NOT_PAYABLE */
  @Rpc(approvePayoutPlan)
  async execute({ projectId, campaignId, planId, userId }: RequestOf<typeof approvePayoutPlan>): Promise<PayoutPlan> {
    const approved = await this.database.transaction(async (tx) => {
      await this.projectAccess.require('project_admin', projectId, userId);
      await this.payoutPlansRepository.lock(tx, campaignId);
      const plan = await this.payoutPlansRepository.byId(tx, planId);
      if (plan.projectId !== projectId || plan.campaignId !== campaignId) throw new AppError('NOT_FOUND');
      if (plan.status === 'approved') return plan;
      await this.requireApprovable(tx, plan);
      // The list was read at the freeze: who was suspended since is not paid.
      if (await this.payoutPlansRepository.paysInactive(tx, planId)) {
        await this.payoutPlansRepository.request(tx, {
          campaignId,
          projectId,
          kind: 'final',
          requestedBy: null,
          listOf: null,
        });
        return undefined;
      }
      await this.payoutPlansRepository.approve(tx, planId, userId);
      await this.planAnnouncementsRepository.resume(tx, planId);
      await this.closeObjections.execute(tx, campaignId);
      const { version, kind } = plan;
      const change = { projectId, campaignId, planId, version, kind, status: 'approved' } as const;
      await emit(tx, 'payout_plan.changed', campaignId, change);
      return this.payoutPlansRepository.byId(tx, planId);
    });
    if (approved === undefined) {
      throw new AppError('PLAN_NOT_CURRENT', { detail: 'An earner was suspended; the next version is being made.' });
    }
    return toPlan(approved);
  }

  private async requireApprovable(tx: Tx, plan: PlanRow): Promise<void> {
    const requested = await this.payoutPlansRepository.requested(tx, plan.campaignId);
    const schedule = await this.payoutSchedulesRepository.current(tx, plan.campaignId);
    const isFinal = plan.status === 'ready' && plan.kind === 'final' && plan.voidedAt === null;
    const isFrozen = plan.asOf !== null && plan.asOf.getTime() === schedule?.freezesAt.getTime();
    // An upheld objection has the list made again.
    const isCorrected = (plan.listReadAt?.getTime() ?? 0) > (schedule?.operatorsUntil?.getTime() ?? -1);
    if (!isFinal || !isFrozen || !isCorrected || requested !== undefined) throw new AppError('PLAN_NOT_CURRENT');
    // The team makes manual payouts; the escrow makes the others.
    const isPayable = plan.pool?.attempt === null || plan.isExact === true;
    if (plan.entries === 0 || !isPayable) throw new AppError('PLAN_NOT_PAYABLE');
    const { undecided } = await this.payoutSchedulesRepository.progress(tx, plan.campaignId);
    const from = schedule.freezesAt.getTime() + shortObjection(this.config.PAYOUT_REVIEW_SECONDS * 1_000);
    if (undecided > 0 || from > Date.now()) {
      throw new AppError('PLAN_TOO_EARLY');
    }
  }
}
