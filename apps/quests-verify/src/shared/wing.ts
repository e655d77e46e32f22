import type { Wing } from '@questp/service-kit';
import { chains } from '@questp/service-kit/chains';
import { DailyLimits } from './daily-limits.js';

export const shared: Wing = {
  providers: [...chains.providers, DailyLimits],
};
