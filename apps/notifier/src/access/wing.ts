import type { Wing } from '@questp/service-kit';
import { OperatorsHandlers } from './operators.handlers.js';

export const access: Wing = { controllers: [OperatorsHandlers], providers: [] };
