import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { checkIn, getCheckInStatus, type CheckInStatus } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { assertCompletedBy } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { CheckInDaysRepository } from './check-in-days.repository.js';
import { toStreak } from './streak-view.js';

/** Whether the earner can check in now, the next time, and the streak (spec 4.2). */
@Injectable()
export class ShowCheckInStatus {
  constructor(
    private readonly database: Database,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly checkInDaysRepository: CheckInDaysRepository,
  ) {}

  @Rpc(getCheckInStatus)
  async execute(who: RequestOf<typeof getCheckInStatus>): Promise<CheckInStatus> {
    const entry = await this.questEntryRepository.read(who);
    assertCompletedBy(entry, checkIn);
    const { days, lastAt } = await this.checkInDaysRepository.of(this.database, who);
    return {
      ...toStreak(entry, days),
      canCheckIn: entry.availability.state === 'available',
      nextAvailableAt: entry.availability.availableAt?.toISOString() ?? null,
      lastCheckInAt: lastAt?.toISOString() ?? null,
    };
  }
}
