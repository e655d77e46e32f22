import type { Wing } from '@questp/service-kit';
import { ManifestsHandlers } from './manifests.handlers.js';
import { ManifestsRepository } from './manifests.repository.js';

export const manifests: Wing = {
  providers: [ManifestsHandlers, ManifestsRepository],
};
