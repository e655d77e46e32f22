import type { Wing } from '@questp/service-kit';
import { OperatorAlertsRepository } from './operator-alerts.repository.js';
import { OperatorPreferencesRepository } from './operator-preferences.repository.js';
import { NotifyOperators } from './notify-operators.js';

export const operators: Wing = {
  providers: [OperatorPreferencesRepository, OperatorAlertsRepository, NotifyOperators],
};
