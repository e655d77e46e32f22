import type { CheckInStreak } from '@questp/messages/quests';
import { configOf } from '../../catalog/definition/task-type.js';
import { nextPeriodStart } from '../../shared/period.js';
import type { QuestEntry } from '../../verification/entry/quest-entry.js';
import { checkInConfig } from './daily-checkin.task-types.js';
import { streakOf } from './streak.js';

/** @param days as in `streakOf` */
export function toStreak({ type, quest, periodKey, now }: QuestEntry, days: readonly string[]): CheckInStreak {
  // Quests that were stored before freeze days have none.
  const { freezeDays = 0 } = configOf<Partial<{ freezeDays: number }>>(checkInConfig, type, quest.config);
  const { current, longest, freezeDaysLeft } = streakOf(days, periodKey, freezeDays);
  return {
    ...{ streak: current, longestStreak: longest, freezeDaysLeft },
    resetsAt: (nextPeriodStart({ kind: 'daily' }, now) ?? now).toISOString(),
  };
}
