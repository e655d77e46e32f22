import { Injectable } from '@nestjs/common';
import { createPayoutBatch, type PayoutBatch } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutPlansRepository } from '../plans/payout-plans.repository.js';
import { ProjectAccess } from '../plans/project-access.js';
import { BatchesRepository } from './batches.repository.js';
import { ManualPlansRepository } from './manual-plans.repository.js';

@Injectable()
export class CreateBatch {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly manualPlansRepository: ManualPlansRepository,
    private readonly batchesRepository: BatchesRepository,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL, NO_PAYOUT_LEFT */
  @Rpc(createPayoutBatch)
  execute({ userId, most, idempotency, ...plan }: RequestOf<typeof createPayoutBatch>): Promise<PayoutBatch> {
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.projectAccess.require('project_admin', plan.projectId, userId);
        await this.payoutPlansRepository.lock(tx, plan.campaignId);
        const { id } = await this.manualPlansRepository.get(plan, tx);
        const batch = await this.batchesRepository.create(tx, id, userId, most);
        if (batch === undefined) throw new AppError('NO_PAYOUT_LEFT');
        return batch;
      }),
    );
  }
}
