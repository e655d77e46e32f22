import { Inject, Injectable } from '@nestjs/common';
import { getPayoutSchedule, type PayoutSchedule } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { Database, found, iso, type Tx } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import type { Config } from './config.js';
import { latestFreeze } from './payout-schedule.js';
import { PayoutSchedulesRepository, type ScheduleRow } from './payout-schedules.repository.js';

@Injectable()
export class ShowPayoutSchedule {
  constructor(
    private readonly database: Database,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** NOT_FOUND */
  @Rpc(getPayoutSchedule)
  async execute({ campaignId }: RequestOf<typeof getPayoutSchedule>): Promise<PayoutSchedule> {
    return this.show(this.database, found(await this.payoutSchedulesRepository.current(this.database, campaignId)));
  }

  async show(on: Pick<Tx, 'row'>, schedule: ScheduleRow): Promise<PayoutSchedule> {
    const { campaignId, projectId, endedAt, moderatorsFrom, freezesAt, approvesAt, commitDeadline } = schedule;
    const { freezeMovedBy, freezeMovedAt } = schedule;
    const latest = this.latestFreeze(schedule);
    const isMovable =
      freezeMovedBy === null &&
      latest.getTime() > Math.max(Date.now(), freezesAt.getTime()) &&
      !(await this.payoutSchedulesRepository.isDecided(on, schedule));
    return {
      ...{ campaignId, projectId, freezeMovedBy, freezeMovedAt: iso(freezeMovedAt) },
      ...{ endedAt: iso(endedAt), moderatorsFrom: iso(moderatorsFrom), freezesAt: iso(freezesAt) },
      ...{
        approvesAt: iso(approvesAt),
        commitDeadline: iso(commitDeadline),
        movableTo: isMovable ? iso(latest) : null,
      },
      ...(await this.payoutSchedulesRepository.progress(on, campaignId)),
    };
  }

  /** The latest time to which the freeze can be moved. */
  latestFreeze({ approvesAt }: Pick<ScheduleRow, 'approvesAt'>): Date {
    return new Date(latestFreeze(approvesAt.getTime(), this.config.PAYOUT_REVIEW_SECONDS * 1_000));
  }
}
