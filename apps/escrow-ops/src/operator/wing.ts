import type { Wing } from '@questp/service-kit';
import { CheckPlan } from './decisions/check-plan.js';
import { Decisions } from './decisions/decisions.js';
import { OperationsRepository } from './decisions/operations.repository.js';
import { PlannedEntriesRepository } from './decisions/planned-entries.repository.js';
import { RejectUnfinalized } from './decisions/reject-unfinalized.js';
import { CompareCommitted } from './reconciler/compare-committed.js';
import { DriveLanes } from './reconciler/drive-lanes.js';
import { FindTransfers } from './reconciler/find-transfers.js';
import { ReconcileEscrows } from './reconciler/reconcile-escrows.js';
import { OpenPayoutsRepository } from './reconciler/open-payouts.repository.js';
import { CompletePayouts } from './reconciler/complete-payouts.js';
import { RecordPayouts } from './reconciler/record-payouts.js';
import { WatchDeadline } from './reconciler/watch-deadline.js';

export const operator: Wing = {
  providers: [
    ...[OperationsRepository, PlannedEntriesRepository, CheckPlan, Decisions, RejectUnfinalized],
    ...[
      CompareCommitted,
      OpenPayoutsRepository,
      FindTransfers,
      RecordPayouts,
      CompletePayouts,
      WatchDeadline,
      ReconcileEscrows,
      DriveLanes,
    ],
  ],
};
