import type { Wing } from '@questp/service-kit';
import { AccountDeletionsRepository } from './deletions/account-deletions.repository.js';
import { DeleteAccount } from './deletions/delete-account.js';
import { FinishDeletions } from './deletions/finish-deletions.js';
import { AccountMergesHandlers } from './merges/account-merges.handlers.js';
import { AccountMergesRepository } from './merges/account-merges.repository.js';
import { MergeAccounts } from './merges/merge-accounts.js';
import { MergeEvents } from './merges/merge-events.js';
import { MergedMethodsRepository } from './merges/merged-methods.repository.js';
import { ObjectToMerge } from './merges/object-to-merge.js';
import { ReleaseMerges } from './merges/release-merges.js';
import { SettleMerges } from './merges/settle-merges.js';
import { ShowMergeOffer } from './merges/show-merge-offer.js';
import { UndoMerge } from './merges/undo-merge.js';

export const accounts: Wing = {
  providers: [
    AccountMergesHandlers,
    AccountDeletionsRepository,
    DeleteAccount,
    FinishDeletions,
    AccountMergesRepository,
    MergedMethodsRepository,
    ShowMergeOffer,
    MergeAccounts,
    UndoMerge,
    ObjectToMerge,
    ReleaseMerges,
    SettleMerges,
    MergeEvents,
  ],
};
