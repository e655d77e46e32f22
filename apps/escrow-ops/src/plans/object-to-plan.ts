import { Injectable } from '@nestjs/common';
import { emit, queueOperatorAlert } from '@questp/events';
import { objectToPayoutPlan, type PayoutObjection } from '@questp/messages/escrow';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { Database, found, iso, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toObjection } from './objection-row.js';
import { ObjectionsRepository, type NewObjection } from './objections.repository.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import type { PlanRow } from './plan-row.js';
import { ProjectAccess } from './project-access.js';

/** The team objects to a list that is frozen. */
@Injectable()
export class ObjectToPlan {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly objectionsRepository: ObjectionsRepository,
  ) {}

  /** NOT_FOUND, VALIDATION_FAILED, PLAN_NOT_CURRENT, OBJECTION_TOO_LATE, ALREADY_OBJECTED */
  @Rpc(objectToPayoutPlan)
  execute(request: RequestOf<typeof objectToPayoutPlan>): Promise<PayoutObjection> {
    const { projectId, campaignId, planId, userId: objectedBy, reason, submissionIds } = request;
    return this.database.transaction(async (tx) => {
      await this.projectAccess.require('project_admin', projectId, objectedBy);
      await this.payoutPlansRepository.lock(tx, campaignId);
      const plan = await this.payoutPlansRepository.byId(tx, planId);
      if (plan.projectId !== projectId || plan.campaignId !== campaignId) throw new AppError('NOT_FOUND');
      const standing = await this.objectionsRepository.ofPlan(tx, planId);
      if (standing !== undefined) {
        if (!isSame(standing, request)) throw new AppError('ALREADY_OBJECTED');
        return toObjection(standing);
      }
      return this.add(tx, plan, { planId, campaignId, objectedBy, reason, submissionIds });
    });
  }

  private async add(tx: Tx, plan: PlanRow, objection: NewObjection): Promise<PayoutObjection> {
    const { projectId, campaignId, id: planId, version } = plan;
    if (!(await this.objectionsRepository.areOfCampaign(tx, campaignId, objection.submissionIds))) {
      const detail = 'Has to name submissions of this campaign.';
      throw new AppError('VALIDATION_FAILED', { errors: [fieldError('/submissionIds', 'NOT_ALLOWED', {}, detail)] });
    }
    if (!(await this.objectionsRepository.admit(tx, planId))) throw refusalOf(plan);
    const added = await this.objectionsRepository.add(tx, objection);
    const of = { projectId, campaignId, planId, version, objectionId: added.id };
    await emit(tx, 'payout_objection.changed', campaignId, { ...of, state: 'open', decisionReason: null });
    const autoApproveAt = iso(found(plan.approvesAt ?? undefined));
    await queueOperatorAlert(tx, 'payouts.objected', campaignId, { ...of, autoApproveAt });
    return added;
  }
}

/** The error after a statement that admitted nothing. */
function refusalOf({ kind, status, voidedAt, approvesAt }: PlanRow): AppError {
  const isListed = kind === 'final' && status === 'ready' && voidedAt === null;
  const isOver = approvesAt !== null && approvesAt.getTime() <= Date.now();
  return new AppError(isListed && isOver ? 'OBJECTION_TOO_LATE' : 'PLAN_NOT_CURRENT');
}

type Content = Pick<PayoutObjection, 'reason' | 'submissionIds'>;

const isSame = (standing: Content, { reason, submissionIds }: Content): boolean =>
  standing.reason === reason && standing.submissionIds.toSorted().join() === submissionIds.toSorted().join();
