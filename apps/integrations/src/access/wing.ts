import type { Wing } from '@questp/service-kit';
import { ProjectAccess } from './project-access.js';

export const access: Wing = { providers: [ProjectAccess] };
