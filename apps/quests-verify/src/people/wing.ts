import { SetEarnerStatus } from './earners/set-earner-status.js';
import type { Wing } from '@questp/service-kit';
import { EarnerEvents } from './earners/earner-events.js';
import { EarnerSearchRepository } from './earners/earner-search.repository.js';
import { EarnersRepository } from './earners/earners.repository.js';

export const people: Wing = {
  providers: [SetEarnerStatus, EarnerSearchRepository, EarnersRepository, EarnerEvents],
};
