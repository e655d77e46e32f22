import type { Wing } from '@questp/service-kit';
import { ChecksHandlers } from './checks/checks.handlers.js';
import { ChecksRepository } from './checks/checks.repository.js';
import { CreditRepository } from './credits/credit.repository.js';
import { MergedCreditsRepository } from './credits/merged-credits.repository.js';
import { ReversalRepository } from './credits/reversal.repository.js';
import { QueueMetrics } from './submissions/queue-metrics.js';
import { QueuesRepository } from './submissions/queues.repository.js';
import { SubmissionsRepository } from './submissions/submissions.repository.js';

export const ledger: Wing = {
  providers: [
    ChecksHandlers,
    ChecksRepository,
    CreditRepository,
    MergedCreditsRepository,
    ReversalRepository,
    SubmissionsRepository,
    QueueMetrics,
    QueuesRepository,
  ],
};
