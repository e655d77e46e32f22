import type { Wing } from '@questp/service-kit';
import { OperatorPreferences } from './operator-preferences.js';
import { TellOperators } from './tell-operators.js';

export const operators: Wing = { providers: [OperatorPreferences, TellOperators] };
