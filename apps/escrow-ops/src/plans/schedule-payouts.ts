import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { iso, Database, type Tx } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';
import { payoutSchedule } from './payout-schedule.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository } from './payout-schedules.repository.js';

/** Computes when the payouts of an ended campaign are listed and approved, and again after a pause moved its clock. */
@Injectable()
export class SchedulePayouts {
  constructor(
    private readonly database: Database,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  due(): Promise<{ campaignId: string }[]> {
    return this.payoutSchedulesRepository.unscheduled();
  }

  execute(campaignId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.payoutPlansRepository.lock(tx, campaignId);
      // Another replica may have done it.
      const due = await this.payoutSchedulesRepository.unscheduledCampaign(tx, campaignId);
      if (due === undefined) return;
      if (!due.isNew) {
        await this.payoutSchedulesRepository.move(tx, due);
        return this.publish(tx, campaignId);
      }
      const { isNew: _, ...schedule } = due;
      const [end, deadline] = [due.endedAt.getTime(), due.commitDeadline?.getTime() ?? null];
      const times = payoutSchedule(end, deadline, this.config.PAYOUT_REVIEW_SECONDS * 1_000);
      const [moderatorsFrom, freezesAt] = [new Date(times.moderatorsFrom), new Date(times.freezesAt)];
      await this.payoutSchedulesRepository.add(tx, {
        ...schedule,
        moderatorsFrom,
        freezesAt,
        approvesAt: new Date(times.approvesAt),
      });
      // Earners are notified of it. A list that is frozen already follows at once.
      if (freezesAt.getTime() > Date.now()) await this.preview(tx, due);
      if (times.approvesAt > Date.now()) await this.publish(tx, campaignId);
    });
  }

  /** Requests a preview, unless a plan is being made. */
  async preview(tx: Tx, { campaignId, projectId }: { campaignId: string; projectId: string }): Promise<void> {
    if ((await this.payoutPlansRepository.requested(tx, campaignId)) !== undefined) return;
    await this.payoutPlansRepository.request(tx, {
      campaignId,
      projectId,
      kind: 'preview',
      requestedBy: null,
      listOf: null,
    });
  }

  /**
   * Publishes the schedule of a campaign.
   * @param isFreezeMoved by an operator
   */
  async publish(tx: Tx, campaignId: string, isFreezeMoved = false): Promise<void> {
    const schedule = await this.payoutSchedulesRepository.current(tx, campaignId);
    if (schedule === undefined) return;
    const { projectId, endedAt, moderatorsFrom, freezesAt, approvesAt, commitDeadline } = schedule;
    const { undecided } = await this.payoutSchedulesRepository.progress(tx, campaignId);
    await emit(tx, 'payout_schedule.changed', campaignId, {
      ...{ campaignId, projectId, undecided },
      ...{ endedAt: endedAt.toISOString(), moderatorsFrom: moderatorsFrom.toISOString() },
      ...{ freezesAt: freezesAt.toISOString(), approvesAt: approvesAt.toISOString() },
      commitDeadline: iso(commitDeadline),
      ...(isFreezeMoved && { isFreezeMoved }),
    });
  }
}
