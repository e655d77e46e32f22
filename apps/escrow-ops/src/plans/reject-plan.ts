import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { PayoutPlansRepository } from './payout-plans.repository.js';

/** Rejects an approved plan that is not finalized. The next version is made of a new list. */
@Injectable()
export class RejectPlan {
  constructor(private readonly payoutPlansRepository: PayoutPlansRepository) {}

  /** False: the plan is no longer approved, or it is finalized. */
  async execute(tx: Tx, campaignId: string, planId: string): Promise<boolean> {
    await this.payoutPlansRepository.lock(tx, campaignId);
    const { projectId, version, kind, status, finalizedAt } = await this.payoutPlansRepository.byId(tx, planId);
    if (status !== 'approved' || finalizedAt !== null) return false;
    await this.payoutPlansRepository.update(tx, planId, { status: 'rejected' });
    await emit(tx, 'payout_plan.changed', campaignId, {
      ...{ projectId, campaignId, planId, version, kind },
      ...{ status: 'rejected', isWithdrawn: true },
    });
    return true;
  }
}
