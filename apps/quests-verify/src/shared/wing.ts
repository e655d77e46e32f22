import type { Wing } from '@questp/service-kit';
import { chainsProvider } from './chains.js';
import { DailyLimits } from './daily-limits.js';
import { prismaProvider } from './prisma.js';

export const shared: Wing = {
  providers: [prismaProvider, chainsProvider, DailyLimits],
};
