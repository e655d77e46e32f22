import { Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import { Database } from '@questp/postgres';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { HoldsRepository } from '../../chain/lane/holds.repository.js';
import { COMMIT_PHASES } from '../../plans/campaign-pool.js';
import { payoutReserve, payoutSchedule } from '../../plans/payout-schedule.js';
import { InterventionsRepository } from '../console/interventions.repository.js';
import { recordIntervention } from '../console/record-intervention.js';
import { timeOf } from '../decisions/contract-time.js';
import type { Decision } from '../decisions/decision.js';
import type { Operation } from '../decisions/operations.repository.js';

/** Watches the time until which an escrow must have its allocation. */
@Injectable()
export class WatchDeadline {
  constructor(
    private readonly database: Database,
    private readonly holdsRepository: HoldsRepository,
    private readonly interventionsRepository: InterventionsRepository,
  ) {}

  /** Alerts operators when it is near or over, and pauses an escrow whose campaign is on hold when its payouts are due. */
  async execute(operation: Operation, reading: EscrowReading, decision: Decision): Promise<void> {
    const { campaignId, projectId, attempt } = operation;
    const times = deadlineTimes(reading);
    if (times === undefined) return;
    const { commitDeadline, alertAt, approvesAt } = times;
    const now = reading.blockTime.getTime();
    const { phase, refunded_total } = reading.status;
    const isOpen = COMMIT_PHASES.includes(phase);
    // Gifts after the return of the pool are no incident.
    const isMissed = phase === 'expired' && refunded_total === '0' && decision.do !== 'done';
    if (isMissed || (isOpen && now >= alertAt)) {
      const deadline = new Date(commitDeadline).toISOString();
      const data = { campaignId, projectId, attempt, commitDeadline: deadline, reason: decision.why.slice(0, 1_000) };
      const type = isMissed ? 'escrow.deadline_missed' : 'escrow.deadline_near';
      await queueOperatorAlert(this.database, type, `${campaignId}/${attempt}`, data);
    }
    if (isOpen && now >= approvesAt && decision.code === 'held') await this.pause(operation, reading);
  }

  /** A hold must not use up the time to commit, which a pause of the contract stops. */
  private async pause({ campaignId, attempt }: Operation, { status, config, blockTime }: EscrowReading): Promise<void> {
    const seconds = Math.min(config.limits.max_pause_secs, status.pauser_pause_left_secs);
    const hold = await this.holdsRepository.current(campaignId);
    if (status.paused || seconds === 0 || hold === undefined) return;
    await this.database.transaction(async (tx) => {
      if (await this.interventionsRepository.pausedLately(tx, campaignId, blockTime)) return;
      const { startedBy } = hold;
      const reason = `The platform paused it because the hold lasts: ${hold.reason}`.slice(0, 500);
      const pauseUntil = new Date(blockTime.getTime() + seconds * 1_000);
      const intervention = { campaignId, kind: 'pause', reason, startedBy, attempt, pauseUntil } as const;
      const { row, step } = await this.interventionsRepository.start(tx, intervention);
      if (step === 'started') await recordIntervention(tx, row, step, reason, { adminId: startedBy });
    });
  }
}

/** Undefined: the escrow has no commit deadline yet. */
function deadlineTimes({ status: { deadlines } }: EscrowReading) {
  const endedAt = timeOf(deadlines.ends_at)?.getTime();
  const commitDeadline = timeOf(deadlines.commit_deadline)?.getTime();
  if (endedAt === undefined || commitDeadline === undefined) return undefined;
  const alertAt = commitDeadline - payoutReserve(endedAt, commitDeadline) / 2;
  return { commitDeadline, alertAt, approvesAt: payoutSchedule(endedAt, commitDeadline).approvesAt };
}
