import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { checkIn } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { toCredit } from '../../ledger/credits/submission-row.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';
import { CheckInDaysRepository } from './check-in-days.repository.js';
import { toStreak } from './streak-view.js';

/** Credits the current UTC day (spec 4.2 rule 3). QUEST_COOLDOWN if it is already credited. */
@Injectable()
export class CheckInToday {
  constructor(
    private readonly verifyAttempt: VerifyAttempt,
    private readonly checkInDaysRepository: CheckInDaysRepository,
  ) {}

  @Rpc(checkIn)
  execute({ idempotency, ...who }: RequestOf<typeof checkIn>): Promise<ReplyOf<typeof checkIn>> {
    return this.verifyAttempt.execute({
      completedBy: checkIn,
      who,
      inputs: {},
      idempotency,
      reply: async (tx, submission, { entry }) => {
        const { days } = await this.checkInDaysRepository.of(tx, who);
        const streak = toStreak(entry, days);
        return { ...toCredit(submission), ...streak, nextAvailableAt: streak.resetsAt };
      },
    });
  }
}
