import type { Wing } from '@questp/service-kit';
import { chains } from '@questp/service-kit/chains';
import { Chains } from './chains.js';
import { prismaProvider } from './prisma.js';

export const shared: Wing = {
  providers: [prismaProvider, ...chains.providers, Chains],
};
