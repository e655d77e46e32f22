import { Module } from '@nestjs/common';
import { MergeOffersModule } from '../merge-offers.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { EmailsModule } from '../email/emails.module.js';
import { UsersModule } from '../../users/users.module.js';
import { WaysInModule } from '../ways-in.module.js';
import { CheckAccount } from './check-account.js';
import { GrantEvents } from './grant-events.js';
import { KeepProven } from './keep-proven.js';
import { LinkAccount } from './link-account.js';
import { LinkedAccountsHandlers } from './linked-accounts.handlers.js';
import { LinkedAccountsStoreModule } from './linked-accounts-store.module.js';
import { SignInWithOAuth } from './sign-in-with-oauth.js';
import { StartAccountLink } from './start-account-link.js';
import { UnlinkAccount } from './unlink-account.js';

@Module({
  imports: [
    AuditModule,
    EmailsModule,
    LinkedAccountsStoreModule,
    MergeOffersModule,

    UsersModule,
    WaysInModule,
  ],
  controllers: [LinkedAccountsHandlers],
  providers: [KeepProven, SignInWithOAuth, StartAccountLink, LinkAccount, CheckAccount, UnlinkAccount, GrantEvents],
})
export class LinkedAccountsModule {}
