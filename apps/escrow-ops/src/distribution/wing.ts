import type { Wing } from '@questp/service-kit';
import { AnnouncePayouts } from './announce-payouts.js';
import { PayoutAnnouncementsRepository } from './payout-announcements.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { CreateBatch } from './create-batch.js';
import { ImportPayments } from './import-payments.js';
import { ImportsRepository } from './imports.repository.js';
import { ManualPlansRepository } from './manual-plans.repository.js';
import { OpenBatch } from './open-batch.js';
import { PaymentsRepository } from './payments.repository.js';
import { PayoutStatusRepository } from './payout-status.repository.js';
import { ShowBatchMessages } from './show-batch-messages.js';
import { VerifyPayments } from './verify-payments.js';

export const distribution: Wing = {
  providers: [
    ...[PayoutStatusRepository, PayoutAnnouncementsRepository, AnnouncePayouts],
    ...[ManualPlansRepository, BatchesRepository, CreateBatch, OpenBatch, ShowBatchMessages],
    ...[ImportsRepository, ImportPayments, PaymentsRepository, VerifyPayments],
  ],
};
