import type { CheckInStatus } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { assertCompletedBy } from '../credit/quest-entry.js';
import { readEntry, type EarnerAndQuest } from '../credit/quest-entry.repository.js';
import { streakOf } from '../rules/streak.js';
import { checkInDays } from './check-in-days.repository.js';

/** Whether the earner can check in now, the streak, and when next (spec 4.2). */
export async function checkInStatus(db: Database, who: EarnerAndQuest): Promise<CheckInStatus> {
  const entry = await readEntry(db, who);
  assertCompletedBy(entry, 'daily_checkin');
  const { days, lastAt } = await checkInDays(db, who);
  return {
    canCheckIn: entry.availability.state === 'available',
    streak: streakOf(days, entry.periodKey).current,
    nextAvailableAt: entry.availability.availableAt?.toISOString() ?? null,
    lastCheckInAt: lastAt?.toISOString() ?? null,
  };
}
