import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { EmailsModule } from '../../sign-in-methods/email/emails.module.js';
import { LinkedAccountsStoreModule } from '../../sign-in-methods/oauth/linked-accounts-store.module.js';
import { PasswordsModule } from '../../security/passwords/passwords.module.js';
import { SessionsModule } from '../../security/sessions/sessions.module.js';
import { TwoFactorModule } from '../../security/two-factor/two-factor.module.js';
import { UsersModule } from '../../users/users.module.js';
import { WaysInModule } from '../../sign-in-methods/ways-in.module.js';
import { AccountMergesHandlers } from './account-merges.handlers.js';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergeAccounts } from './merge-accounts.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';
import { MergeEvents } from './merge-events.js';
import { MergeOffersModule } from '../../sign-in-methods/merge-offers.module.js';
import { ObjectToMerge } from './object-to-merge.js';
import { ReleaseMerges } from './release-merges.js';
import { SettleMerges } from './settle-merges.js';
import { ShowMergeOffer } from './show-merge-offer.js';
import { UndoMerge } from './undo-merge.js';

@Module({
  imports: [
    AuditModule,
    EmailsModule,
    LinkedAccountsStoreModule,
    MergeOffersModule,
    PasswordsModule,
    SessionsModule,
    TwoFactorModule,
    UsersModule,
    WaysInModule,
  ],
  controllers: [AccountMergesHandlers],
  providers: [
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
})
export class AccountMergesModule {}
