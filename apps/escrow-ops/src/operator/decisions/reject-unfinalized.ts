import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { PayoutPlansRepository } from '../../plans/payout-plans.repository.js';
import { RejectPlan } from '../../plans/reject-plan.js';
import { OperationsRepository, type OperationKey } from './operations.repository.js';

/** Rejects the approved plan of an escrow, unless a message that finalizes it was stored. */
@Injectable()
export class RejectUnfinalized {
  constructor(
    private readonly operationsRepository: OperationsRepository,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly rejectPlan: RejectPlan,
  ) {}

  /** False: the message was stored, or the plan is finalized or no longer approved. */
  async execute(tx: Tx, key: OperationKey, planId: string): Promise<boolean> {
    await this.payoutPlansRepository.lock(tx, key.campaignId);
    if (await this.operationsRepository.isFinalizeSent(tx, key, planId)) return false;
    return this.rejectPlan.execute(tx, key.campaignId, planId);
  }
}
