import { defineFamily } from '../family/define-family.js';
import { CheckInDaysRepository } from './check-in-days.repository.js';
import { CheckInToday } from './check-in-today.js';
import { dailyCheckinTaskTypes } from './daily-checkin.task-types.js';
import { ShowCheckInStatus } from './show-check-in-status.js';

export const dailyCheckin = defineFamily({
  types: dailyCheckinTaskTypes,
  providers: [CheckInDaysRepository, CheckInToday, ShowCheckInStatus],
});
