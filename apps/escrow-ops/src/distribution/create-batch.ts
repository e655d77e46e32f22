import { Injectable } from '@nestjs/common';
import { createPayoutBatch, type PayoutBatch } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutPlansRepository } from '../plans/payout-plans.repository.js';
import { ProjectAccess } from '../plans/project-access.js';
import { BatchesRepository } from './batches.repository.js';
import { ManualPlans } from './manual-plans.js';

@Injectable()
export class CreateBatch {
  constructor(
    private readonly db: Database,
    private readonly access: ProjectAccess,
    private readonly plans: PayoutPlansRepository,
    private readonly manual: ManualPlans,
    private readonly batches: BatchesRepository,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL, NO_PAYOUT_LEFT */
  @Rpc(createPayoutBatch)
  execute({ userId, most, idempotency, ...plan }: RequestOf<typeof createPayoutBatch>): Promise<PayoutBatch> {
    return this.db.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.access.require('project_admin', plan.projectId, userId);
        await this.plans.lock(tx, plan.campaignId);
        const { id } = await this.manual.get(plan, tx);
        const batch = await this.batches.create(tx, id, userId, most);
        if (batch === undefined) throw new AppError('NO_PAYOUT_LEFT');
        return batch;
      }),
    );
  }
}
