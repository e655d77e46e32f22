import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { movePayoutFreeze, type PayoutSchedule } from '@questp/messages/escrow';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { Database, found, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository, type LaterFreeze, type ScheduleRow } from './payout-schedules.repository.js';
import { SchedulePayouts } from './schedule-payouts.js';
import { ShowPayoutSchedule } from './show-payout-schedule.js';

/**
 * An operator gives the reviews of an ended campaign more time. A list that is frozen already is superseded by a preview
 * until it is made again at the new time.
 */
@Injectable()
export class MoveFreeze {
  constructor(
    private readonly database: Database,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    private readonly schedulePayouts: SchedulePayouts,
    private readonly showPayoutSchedule: ShowPayoutSchedule,
  ) {}

  /** NOT_FOUND, VALIDATION_FAILED, FREEZE_ALREADY_MOVED, FREEZE_FIXED */
  @Rpc(movePayoutFreeze)
  execute({ campaignId, reason, adminId, client, ...to }: RequestOf<typeof movePayoutFreeze>): Promise<PayoutSchedule> {
    const freezesAt = new Date(to.freezesAt);
    return this.database.transaction(async (tx) => {
      await this.payoutPlansRepository.lock(tx, campaignId);
      const before = found(await this.payoutSchedulesRepository.current(tx, campaignId));
      const isRepeated = before.freezeMovedBy === adminId && before.freezesAt.getTime() === freezesAt.getTime();
      if (!isRepeated) {
        await this.move(tx, { campaignId, freezesAt, adminId });
        await emit(tx, 'payouts.intervened', campaignId, {
          ...{ campaignId, step: 'freeze_moved', reason, adminId },
          client: client ?? null,
        });
      }
      return this.showPayoutSchedule.show(tx, found(await this.payoutSchedulesRepository.current(tx, campaignId)));
    });
  }

  private async move(tx: Tx, to: Pick<LaterFreeze, 'campaignId' | 'freezesAt' | 'adminId'>): Promise<void> {
    const { campaignId } = to;
    // Before the schedule is locked, as in MakePayoutPlans.
    await this.payoutPlansRepository.unfreeze(tx, campaignId);
    const schedule = found(await this.payoutSchedulesRepository.lock(tx, campaignId));
    const { projectId, attempt } = schedule;
    const latest = this.showPayoutSchedule.latestFreeze(schedule);
    const isMoved = await this.payoutSchedulesRepository.moveFreeze(tx, { ...to, attempt, latest });
    if (!isMoved) throw await this.refusalOf(tx, schedule, latest);
    await this.schedulePayouts.preview(tx, { campaignId, projectId });
    await this.schedulePayouts.publish(tx, campaignId, true);
  }

  /** The error after a statement that moved nothing. */
  private async refusalOf(tx: Tx, schedule: ScheduleRow, latest: Date): Promise<AppError> {
    if (schedule.freezeMovedBy !== null) return new AppError('FREEZE_ALREADY_MOVED');
    if (await this.payoutSchedulesRepository.isDecided(tx, schedule)) return new AppError('FREEZE_FIXED');
    const detail = `Has to be later than now and than ${schedule.freezesAt.toISOString()}, and not after ${latest.toISOString()}.`;
    return new AppError('VALIDATION_FAILED', { errors: [fieldError('/freezesAt', 'RANGE', {}, detail)] });
  }
}
