import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module.js';
import { AccountMergesModule } from './account-merges/account-merges.module.js';
import { AdminsModule } from './admins/admins.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { LinkedAccountsModule } from './linked-accounts/linked-accounts.module.js';
import { PrismaModule } from './platform/prisma.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { UserPasswordsModule } from './user-passwords/user-passwords.module.js';
import { UsersModule } from './users/users.module.js';
import { WalletsModule } from './wallets/wallets.module.js';

@Module({
  imports: [
    PrismaModule,
    AuditModule,
    TokensModule,
    SessionsModule,
    TwoFactorModule,
    UsersModule,
    WalletsModule,
    EmailsModule,
    UserPasswordsModule,
    LinkedAccountsModule,
    AccountDeletionsModule,
    AccountMergesModule,
    AdminsModule,
    ApiKeysModule,
  ],
})
export class AppModule {}
