import type { Wing } from '@questp/service-kit';
import { OperatorAlertsRepository } from './operator-alerts.repository.js';
import { OperatorPreferences } from './operator-preferences.js';
import { NotifyOperators } from './notify-operators.js';

export const operators: Wing = { providers: [OperatorPreferences, OperatorAlertsRepository, NotifyOperators] };
