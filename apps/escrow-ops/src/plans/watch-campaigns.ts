import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker, CONFIG } from '@questp/service';
import type { Config } from './config.js';
import { DuePlansRepository, type DuePlan } from './due-plans.repository.js';
import { nextApproval } from './payout-schedule.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository } from './payout-schedules.repository.js';
import { SchedulePayouts } from './schedule-payouts.js';

const EVERY_MS = 2_000;

const nameOf = ({ campaignId }: { campaignId: string }) => ({ campaignId });

/**
 * Requests a preview of each campaign every ten minutes until its list is frozen, then the final plan, its list again
 * when it is to be approved, and the next plan when the chain shows that the pool is another or the allocation was rejected.
 */
@Injectable()
export class WatchCampaigns extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly duePlansRepository: DuePlansRepository,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    private readonly schedulePayouts: SchedulePayouts,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super({ name: 'campaigns with payouts', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    await this.duePlansRepository.noteFinalized();
    await this.each(
      await this.schedulePayouts.due(),
      ({ campaignId }) => this.schedulePayouts.execute(campaignId),
      nameOf,
    );
    await this.each(await this.duePlansRepository.campaigns(), ({ campaignId }) => this.request(campaignId), nameOf);
    await this.each(await this.duePlansRepository.unprojected(), (campaign) => this.project(campaign), nameOf);
    return false;
  }

  private project({ campaignId, projectId }: Pick<DuePlan, 'campaignId' | 'projectId'>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.payoutPlansRepository.lock(tx, campaignId);
      await this.schedulePayouts.preview(tx, { campaignId, projectId });
    });
  }

  private request(campaignId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.payoutPlansRepository.lock(tx, campaignId);
      // Another replica may have requested it.
      const due = await this.duePlansRepository.campaign(tx, campaignId);
      if (due === undefined) return;
      const { projectId, currentId, reason, isReplacement } = due;
      if (reason === 'rejected' || isReplacement) await this.beginNext(tx, due);
      if (reason === 'rejected' && currentId !== null) {
        await this.payoutPlansRepository.update(tx, currentId, { status: 'rejected' });
        const { version } = await this.payoutPlansRepository.byId(tx, currentId);
        const plan = { projectId, campaignId, planId: currentId, version };
        await emit(tx, 'payout_plan.changed', campaignId, { ...plan, kind: 'final', status: 'rejected' });
      }
      const listOf = reason === 'pool_changed' ? currentId : null;
      await this.payoutPlansRepository.request(tx, { campaignId, projectId, kind: 'final', requestedBy: null, listOf });
    });
  }

  /** Sets the approval time of the list that replaces a rejected one. */
  private async beginNext(tx: Tx, due: DuePlan): Promise<void> {
    const at = nextApproval(
      Date.now(),
      due.commitDeadline?.getTime() ?? null,
      this.config.PAYOUT_REVIEW_SECONDS * 1_000,
    );
    await this.payoutSchedulesRepository.approveNextAt(tx, due, new Date(at));
    await this.schedulePayouts.publish(tx, due.campaignId);
  }
}
