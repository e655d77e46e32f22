import type { Wing } from '@questp/service-kit';
import { DigestChoicesRepository } from './digest-choices.repository.js';
import { DigestWorker } from './digest-worker.js';
import { DigestsRepository } from './digests.repository.js';
import { Unsubscribe } from './unsubscribe.js';

export const digests: Wing = {
  providers: [DigestsRepository, DigestChoicesRepository, DigestWorker, Unsubscribe],
};
