import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from './accounts/deletions/account-deletions.module.js';
import { AccountMergesModule } from './accounts/merges/account-merges.module.js';
import { AdminsModule } from './operators/admins.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { EmailsModule } from './sign-in-methods/email/emails.module.js';
import { LinkedAccountsModule } from './sign-in-methods/oauth/linked-accounts.module.js';
import { PrismaModule } from './shared/prisma.js';
import { SessionsModule } from './security/sessions/sessions.module.js';
import { TokensModule } from './security/tokens/tokens.module.js';
import { TwoFactorModule } from './security/two-factor/two-factor.module.js';
import { UserPasswordsModule } from './sign-in-methods/password/user-passwords.module.js';
import { UsersModule } from './users/users.module.js';
import { WalletsModule } from './sign-in-methods/wallet/wallets.module.js';

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
