import type { Wing } from '@questp/service-kit';
import { TaskTypeCatalog } from './listing/task-type-catalog.js';
import { TaskTypeSwitchesRepository } from './listing/task-type-switches.repository.js';

export const catalog: Wing = {
  providers: [TaskTypeCatalog, TaskTypeSwitchesRepository],
};
