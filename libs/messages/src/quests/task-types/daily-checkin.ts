import { Creating, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { Count, Flag, Time, combine } from '../../language/fields/index.js';
import { ByEarner, Credit } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';

/** The streak of an earner in a quest. */
export class CheckInStreak {
  @Count({ description: 'Check-ins of the streak that goes on: days in a row, apart from freeze days', example: 1 })
  streak!: number;

  @Count({ description: 'Check-ins of the longest streak', example: 1 })
  longestStreak!: number;

  @Count({ description: 'Days that the streak may still miss (`freezeDays` of the quest)', example: 2 })
  freezeDaysLeft!: number;

  @Time({ description: 'When the day of the check-in ends: the next 00:00 UTC', example: '2026-05-02T00:00:00.000Z' })
  resetsAt!: Timestamp;
}

export class CheckInStatus extends CheckInStreak {
  @Flag({ description: 'True if the earner can check in now' })
  canCheckIn!: boolean;

  @Time({ nullable: true, description: 'Next 00:00 UTC after a check-in', example: null })
  nextAvailableAt!: Timestamp | null;

  @Time({ nullable: true, description: 'Last check-in; null: never' })
  lastCheckInAt!: Timestamp | null;
}

export class CheckIn extends combine(Credit, CheckInStreak) {
  @Time({ description: 'When the next check-in is possible', example: '2026-05-02T00:00:00.000Z' })
  nextAvailableAt!: Timestamp;
}

const DAILY_CHECKIN = '/v1/quests/:questId/daily-checkin';
const tag = 'daily-checkin';

export const getCheckInStatus = contract({
  subject: 'quests.daily-checkin.status',
  request: ByEarner,
  reply: CheckInStatus,
  errors: ['WRONG_TASK_TYPE'],
  http: {
    id: 'getCheckInStatus',
    route: `GET ${DAILY_CHECKIN}/status`,
    tag,
    summary: 'Get your check-in status and streak',
  },
});

class CheckInRequest extends combine(ByEarner, Creating) {}

/** Spec 4.2 rule 3. QUEST_COOLDOWN after a check-in on the same UTC day. */
export const checkIn = contract({
  subject: 'quests.daily-checkin.check-in',
  request: CheckInRequest,
  reply: CheckIn,
  errors: EARNING_ERRORS,
  http: {
    id: 'checkIn',
    route: `POST ${DAILY_CHECKIN}/check-in`,
    tag,
    summary: 'Check in for the current UTC day',
    idempotent: true,
  },
});
