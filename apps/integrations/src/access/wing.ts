import type { Wing } from '@questp/service-kit';
import { MinuteCountsRepository } from './minute-counts.repository.js';
import { ProjectAccess } from './project-access.js';

export const access: Wing = { providers: [ProjectAccess, MinuteCountsRepository] };
