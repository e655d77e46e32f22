import type { Wing } from '@questp/service-kit';
import { DeliveriesRepository } from './deliveries.repository.js';
import { ProcessDeliveries } from './process-deliveries.js';

export const webhooks: Wing = { providers: [DeliveriesRepository, ProcessDeliveries] };
