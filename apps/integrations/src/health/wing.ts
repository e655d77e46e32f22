import type { Wing } from '@questp/service-kit';
import { IncidentsRepository } from './incidents.repository.js';
import { ReadHealth } from './read-health.js';
import { WatchHealth } from './watch-health.js';

export const health: Wing = { providers: [ReadHealth, IncidentsRepository, WatchHealth] };
