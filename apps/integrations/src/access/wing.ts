import type { Wing } from '@questp/service-kit';
import { OperatorEvents } from './operator-events.js';
import { OperatorsHandlers } from './operators.handlers.js';
import { ProjectAccess } from './project-access.js';

export const access: Wing = {
  controllers: [OperatorsHandlers],
  providers: [OperatorEvents, ProjectAccess],
};
