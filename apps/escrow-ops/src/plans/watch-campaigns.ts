import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database } from '@questp/postgres';
import { BackgroundWorker, LOGGER, type Logger } from '@questp/service';
import { DuePlansRepository, type DuePlan } from './due-plans.repository.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';

const EVERY_MS = 2_000;

const nameOf = ({ campaignId }: { campaignId: string }) => ({ campaignId });

/**
 * Requests a preview of each active campaign every ten minutes, the final plan when it has ended, and the next one when
 * the chain shows that the pool is another or the allocation was rejected.
 */
@Injectable()
export class WatchCampaigns extends BackgroundWorker {
  constructor(
    private readonly db: Database,
    private readonly due: DuePlansRepository,
    private readonly plans: PayoutPlansRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'campaigns with payouts', logger, idleMs: EVERY_MS, failedMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    await this.due.noteFinalized();
    await this.each(await this.due.campaigns(), ({ campaignId }) => this.request(campaignId), nameOf);
    await this.each(await this.due.unprojected(), (campaign) => this.project(campaign), nameOf);
    return false;
  }

  private project({ campaignId, projectId }: Pick<DuePlan, 'campaignId' | 'projectId'>): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.plans.lock(tx, campaignId);
      if ((await this.plans.requested(tx, campaignId)) !== undefined) return;
      await this.plans.request(tx, { campaignId, projectId, kind: 'preview', requestedBy: null, listOf: null });
    });
  }

  private request(campaignId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.plans.lock(tx, campaignId);
      // Another replica may have requested it.
      const due = await this.due.campaign(tx, campaignId);
      if (due === undefined) return;
      const { projectId, currentId, reason } = due;
      if (reason === 'rejected' && currentId !== null) {
        const { version } = await this.plans.update(tx, currentId, { status: 'rejected' });
        const data = { projectId, campaignId, planId: currentId, version, kind: 'final', status: 'rejected' } as const;
        await emit(tx, 'payout_plan.changed', campaignId, data);
      }
      const listOf = reason === 'pool_changed' ? currentId : null;
      await this.plans.request(tx, { campaignId, projectId, kind: 'final', requestedBy: null, listOf });
    });
  }
}
