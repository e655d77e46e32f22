import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { BotCheckModule } from '../bot-check/bot-check.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { LinkedAccountsStoreModule } from '../linked-accounts/linked-accounts-store.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChainsModule } from '../wallets/chains.module.js';
import { AskForCode } from './ask-for-code.js';
import { EmailChallengesRepository } from './email-challenges.repository.js';
import { EmailsHandlers } from './emails.handlers.js';
import { LinkEmail } from './link-email.js';
import { MailOrdersRepository } from './mail-orders.repository.js';
import { OrderMails } from './order-mails.js';
import { SignInWithEmail } from './sign-in-with-email.js';
import { UnlinkEmail } from './unlink-email.js';
import { UserEmailsRepository } from './user-emails.repository.js';

@Module({
  imports: [
    AuditModule,
    BotCheckModule,
    ChainsModule,
    LinkedAccountsStoreModule,
    PasswordsModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [EmailsHandlers],
  providers: [
    EmailChallengesRepository,
    MailOrdersRepository,
    UserEmailsRepository,
    OrderMails,
    AskForCode,
    SignInWithEmail,
    LinkEmail,
    UnlinkEmail,
  ],
  exports: [EmailChallengesRepository, MailOrdersRepository, UserEmailsRepository, OrderMails, AskForCode],
})
export class EmailsModule {}
