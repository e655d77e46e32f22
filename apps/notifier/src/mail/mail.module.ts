import { Module } from '@nestjs/common';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';
import { MailRepository } from './mail.repository.js';
import { MailsHandlers } from './mails.handlers.js';
import { RetryMail } from './retry-mail.js';
import { SuppressionsRepository } from './suppressions.repository.js';

@Module({
  controllers: [MailsHandlers],
  providers: [MailRepository, SuppressionsRepository, MailTransport, MailWorker, RetryMail],
  exports: [MailRepository],
})
export class MailModule {}
