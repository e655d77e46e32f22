import { Module } from '@nestjs/common';
import { MergeOffersModule } from '../account-merges/merge-offers.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { BotCheckModule } from '../bot-check/bot-check.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { WaysInModule } from '../ways-in/ways-in.module.js';
import { AskForCode } from './ask-for-code.js';
import { EmailsHandlers } from './emails.handlers.js';
import { LinkEmail } from './link-email.js';
import { MailCodesModule } from './mail-codes.module.js';
import { SignInWithEmail } from './sign-in-with-email.js';
import { UnlinkEmail } from './unlink-email.js';
import { UserEmailsRepository } from './user-emails.repository.js';

@Module({
  imports: [
    AuditModule,
    BotCheckModule,
    MailCodesModule,
    MergeOffersModule,
    PasswordsModule,
    SessionsModule,
    TwoFactorModule,
    UsersModule,
    WaysInModule,
  ],
  controllers: [EmailsHandlers],
  providers: [UserEmailsRepository, AskForCode, SignInWithEmail, LinkEmail, UnlinkEmail],
  exports: [MailCodesModule, UserEmailsRepository, AskForCode],
})
export class EmailsModule {}
