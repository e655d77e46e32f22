import type { Wing } from '@questp/service-kit';
import { AccountDeletionEvents } from './deletions/account-deletion-events.js';
import { AccountDeletionsHandlers } from './deletions/account-deletions.handlers.js';
import { AccountDeletionsRepository } from './deletions/account-deletions.repository.js';
import { AccountMergeEvents } from './merges/account-merge-events.js';
import { AccountMergesHandlers } from './merges/account-merges.handlers.js';
import { AccountMergesRepository } from './merges/account-merges.repository.js';
import { MergedSubmissionsRepository } from './merges/merged-submissions.repository.js';
import { SettleMerges } from './merges/settle-merges.js';

export const accounts: Wing = {
  providers: [
    AccountDeletionsHandlers,
    AccountMergesHandlers,
    AccountDeletionEvents,
    AccountDeletionsRepository,
    AccountMergeEvents,
    AccountMergesRepository,
    MergedSubmissionsRepository,
    SettleMerges,
  ],
};
