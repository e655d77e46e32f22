import { AccountsHandlers } from './accounts.handlers.js';
import type { Wing } from '@questp/service-kit';
import { AccountDeletionEvents } from './deletions/account-deletion-events.js';
import { AccountDeletionsRepository } from './deletions/account-deletions.repository.js';
import { AccountMergeEvents } from './merges/account-merge-events.js';
import { AccountMergesRepository } from './merges/account-merges.repository.js';
import { MergedSubmissionsRepository } from './merges/merged-submissions.repository.js';
import { SettleMerges } from './merges/settle-merges.js';

export const accounts: Wing = {
  providers: [
    AccountsHandlers,
    AccountDeletionEvents,
    AccountDeletionsRepository,
    AccountMergeEvents,
    AccountMergesRepository,
    MergedSubmissionsRepository,
    SettleMerges,
  ],
};
