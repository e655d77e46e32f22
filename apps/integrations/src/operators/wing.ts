import type { Wing } from '@questp/service-kit';
import { OperatorEvents } from './operator-events.js';
import { OperatorsHandlers } from './operators.handlers.js';

export const operators: Wing = {
  controllers: [OperatorsHandlers],
  providers: [OperatorEvents],
};
