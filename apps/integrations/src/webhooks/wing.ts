import type { Wing } from '@questp/service-kit';
import { HandleEvent } from '../platforms/codehost/handle-event.js';
import { HooksRepository } from '../platforms/codehost/hooks.repository.js';
import { ReceiveEvent } from '../platforms/codehost/receive-event.js';
import { SyncHooks } from '../platforms/codehost/sync-hooks.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { ProcessDeliveries } from './process-deliveries.js';
import { ReportFact } from './report-fact.js';

export const webhooks: Wing = {
  providers: [
    DeliveriesRepository,
    DeliveryMetrics,
    ProcessDeliveries,
    ReportFact,
    HooksRepository,
    SyncHooks,
    ReceiveEvent,
    HandleEvent,
  ],
};
