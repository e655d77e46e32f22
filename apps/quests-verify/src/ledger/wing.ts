import { LedgerHandlers } from './ledger.handlers.js';
import type { Wing } from '@questp/service-kit';
import { ChecksRepository } from './checks/checks.repository.js';
import { CreditRepository } from './credits/credit.repository.js';
import { MergedCreditsRepository } from './credits/merged-credits.repository.js';
import { ReversalRepository } from './credits/reversal.repository.js';
import { QueueMetrics } from './submissions/queue-metrics.js';
import { QueuesRepository } from './submissions/queues.repository.js';
import { ReviewedProofsRepository } from './submissions/reviewed-proofs.repository.js';
import { SubmissionsRepository } from './submissions/submissions.repository.js';

export const ledger: Wing = {
  providers: [
    LedgerHandlers,
    ChecksRepository,
    CreditRepository,
    MergedCreditsRepository,
    ReversalRepository,
    ReviewedProofsRepository,
    SubmissionsRepository,
    QueueMetrics,
    QueuesRepository,
  ],
};
