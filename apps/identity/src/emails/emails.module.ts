import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AskForCode } from './ask-for-code.js';
import { EmailChallengesRepository } from './email-challenges.repository.js';
import { EmailsHandlers } from './emails.handlers.js';
import { MailOrdersRepository } from './mail-orders.repository.js';
import { OrderMails } from './order-mails.js';
import { SignInWithEmail } from './sign-in-with-email.js';
import { UserEmailsRepository } from './user-emails.repository.js';

@Module({
  imports: [UsersModule],
  controllers: [EmailsHandlers],
  providers: [
    EmailChallengesRepository,
    MailOrdersRepository,
    UserEmailsRepository,
    OrderMails,
    AskForCode,
    SignInWithEmail,
  ],
  exports: [EmailChallengesRepository, MailOrdersRepository, UserEmailsRepository],
})
export class EmailsModule {}
