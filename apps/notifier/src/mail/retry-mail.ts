import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError, type RequestOf } from '@questp/messages/language';
import { retryMail, type Mail } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MailRepository, toMail } from './mail.repository.js';

@Injectable()
export class RetryMail {
  constructor(
    private readonly database: Database,
    private readonly mailRepository: MailRepository,
  ) {}

  @Rpc(retryMail)
  async execute({ mailId, adminId, client }: RequestOf<typeof retryMail>): Promise<Mail> {
    return this.database.transaction(async (tx) => {
      const mail = await this.mailRepository.lock(tx, mailId);
      if (mail === undefined) throw new AppError('NOT_FOUND');
      if (mail.status === 'sent') throw new AppError('MAIL_ALREADY_SENT');
      if (mail.status === 'queued') return toMail(mail);
      const isErased = mail.recipient === null && mail.userId === null;
      if (mail.expired || isErased) throw new AppError('MAIL_EXPIRED');
      if (mail.suppressed) throw new AppError('MAIL_SUPPRESSED');
      await emit(tx, 'mail.retried', mailId, { mailId, adminId, client: client ?? null });
      return toMail(await this.mailRepository.requeue(tx, mailId));
    });
  }
}
