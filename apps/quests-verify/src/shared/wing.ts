import type { Wing } from '@questp/service-kit';
import { DailyLimits } from './daily-limits.js';

export const shared: Wing = {
  providers: [DailyLimits],
};
