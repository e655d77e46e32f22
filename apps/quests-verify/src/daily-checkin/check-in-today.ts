import type { checkIn, ReplyOf } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { complete, CREDIT, decide } from '../credit/complete.js';
import { assertCompletedBy, assertOpen } from '../credit/quest-entry.js';
import { enterQuest, type EarnerAndQuest } from '../credit/quest-entry.repository.js';
import { toCredit } from '../credit/submission-row.js';
import { nextPeriodStart } from '../rules/period.js';
import { streakOf } from '../rules/streak.js';
import { checkInDays } from './check-in-days.repository.js';

/** Credits the current UTC day (spec 4.2 rule 3). QUEST_COOLDOWN when it is used. */
export function checkInToday(db: Database, who: EarnerAndQuest): Promise<ReplyOf<typeof checkIn>> {
  return db.transaction(async (tx) => {
    const entry = await enterQuest(tx, who);
    assertCompletedBy(entry, 'daily_checkin');
    assertOpen(entry);
    const credit = toCredit(await complete(tx, entry, {}, decide(entry, {})));
    const { days } = await checkInDays(tx, who);
    return {
      ...credit,
      streak: streakOf(days, entry.periodKey).current,
      nextAvailableAt: (nextPeriodStart({ kind: 'daily' }, entry.now) ?? entry.now).toISOString(),
    };
  }, CREDIT);
}
