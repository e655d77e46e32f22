import { Module } from '@nestjs/common';
import { MergeOffersModule } from '../merge-offers.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { BotCheckModule } from '../../security/bot-check/bot-check.module.js';
import { PasswordsModule } from '../../security/passwords/passwords.module.js';
import { SessionsModule } from '../../security/sessions/sessions.module.js';
import { TwoFactorModule } from '../../security/two-factor/two-factor.module.js';
import { UsersModule } from '../../users/users.module.js';
import { WaysInModule } from '../ways-in.module.js';
import { AskForCode } from '../../security/mailed-codes/ask-for-code.js';
import { EmailsHandlers } from './emails.handlers.js';
import { LinkEmail } from './link-email.js';
import { MailCodesModule } from '../../security/mailed-codes/mail-codes.module.js';
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
