import type { Wing } from '@questp/service-kit';
import { ManifestsRepository } from './manifests.repository.js';

export const manifests: Wing = {
  providers: [ManifestsRepository],
};
