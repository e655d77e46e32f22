import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { approvePayoutPlan, type PayoutPlan } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { toPlan } from './plan-row.js';
import { ProjectAccess } from './project-access.js';

@Injectable()
export class ApprovePayoutPlan {
  constructor(
    private readonly db: Database,
    private readonly access: ProjectAccess,
    private readonly plans: PayoutPlansRepository,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, PLAN_NOT_PAYABLE */
  @Rpc(approvePayoutPlan)
  execute({ projectId, campaignId, planId, userId }: RequestOf<typeof approvePayoutPlan>): Promise<PayoutPlan> {
    return this.db.transaction(async (tx) => {
      await this.access.require('project_admin', projectId, userId);
      await this.plans.lock(tx, campaignId);
      const plan = await this.plans.byId(tx, planId);
      if (plan.projectId !== projectId || plan.campaignId !== campaignId) throw new AppError('NOT_FOUND');
      if (plan.status === 'approved') return toPlan(plan);
      const requested = await this.plans.requested(tx, campaignId);
      if (plan.status !== 'ready' || plan.kind !== 'final' || plan.voidedAt !== null || requested !== undefined) {
        throw new AppError('PLAN_NOT_CURRENT');
      }
      // The team makes manual payouts; the escrow makes the others.
      const isPayable = plan.pool?.attempt === null || plan.isExact === true;
      if (plan.entries === 0 || !isPayable) throw new AppError('PLAN_NOT_PAYABLE');
      const approved = await this.plans.approve(tx, plan.id, userId);
      const { version, kind } = plan;
      const change = { projectId, campaignId, planId, version, kind, status: approved.status };
      await emit(tx, 'payout_plan.changed', campaignId, change);
      return toPlan(approved);
    });
  }
}
