import type { Wing } from '@questp/service-kit';
import { DailyCountsRepository } from './daily-counts.repository.js';
import { DailyLimits } from './daily-limits.js';

export const shared: Wing = {
  providers: [DailyCountsRepository, DailyLimits],
};
