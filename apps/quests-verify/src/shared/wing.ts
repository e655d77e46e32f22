import type { Wing } from '@questp/service-kit';
import { chainsProvider } from './chains.js';
import { DailyLimits } from './daily-limits.js';

export const shared: Wing = {
  providers: [chainsProvider, DailyLimits],
};
