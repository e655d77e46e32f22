import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MailCodesModule } from '../../security/mailed-codes/mail-codes.module.js';
import { LinkedAccountsStoreModule } from '../../sign-in-methods/oauth/linked-accounts-store.module.js';
import { MethodHashesModule } from '../../security/method-hashes/method-hashes.module.js';
import { SessionsModule } from '../../security/sessions/sessions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AccountDeletionsHandlers } from './account-deletions.handlers.js';
import { AccountDeletionsRepository } from './account-deletions.repository.js';
import { DeleteAccount } from './delete-account.js';
import { FinishDeletions } from './finish-deletions.js';

@Module({
  imports: [AuditModule, LinkedAccountsStoreModule, MailCodesModule, MethodHashesModule, SessionsModule, UsersModule],
  controllers: [AccountDeletionsHandlers],
  providers: [AccountDeletionsRepository, DeleteAccount, FinishDeletions],
})
export class AccountDeletionsModule {}
