import type { Wing } from '@questp/service-kit';
import { EarnerEvents } from './earners/earner-events.js';
import { EarnerSearchRepository } from './earners/earner-search.repository.js';
import { EarnersHandlers } from './earners/earners.handlers.js';
import { EarnersRepository } from './earners/earners.repository.js';

export const people: Wing = {
  providers: [EarnersHandlers, EarnerSearchRepository, EarnersRepository, EarnerEvents],
};
