import type { Wing } from '@questp/service-kit';
import { Chains } from './chains.js';
import { prismaProvider } from './prisma.js';

export const shared: Wing = {
  providers: [prismaProvider, Chains],
};
