import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import { eraseMailAddress, liftMailSuppression, listMails, listMailSuppressions } from '@questp/messages/notifier';
import { Database, readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MailRepository, toMail } from './mail.repository.js';
import { SuppressionsRepository, toMailSuppression } from './suppressions.repository.js';

/** What operators see and do of mails, and what other services order. */
@Injectable()
export class MailsHandlers {
  constructor(
    private readonly database: Database,
    private readonly mailRepository: MailRepository,
    private readonly suppressionsRepository: SuppressionsRepository,
  ) {}

  @Rpc(listMails)
  async list(request: RequestOf<typeof listMails>) {
    const read = (part: PageRequest) => this.mailRepository.list({ ...request, ...part });
    return readPage(request, read, ({ id }) => [id], toMail);
  }

  @Rpc(listMailSuppressions)
  async listSuppressions(request: RequestOf<typeof listMailSuppressions>) {
    const read = (part: PageRequest) => this.suppressionsRepository.list({ ...request, ...part });
    return readPage(request, read, ({ id }) => [id], toMailSuppression);
  }

  @Rpc(liftMailSuppression)
  async liftSuppression(request: RequestOf<typeof liftMailSuppression>) {
    await this.suppressionsRepository.lift(request);
    return null;
  }

  @Rpc(eraseMailAddress)
  async erase({ recipient }: RequestOf<typeof eraseMailAddress>) {
    await this.database.transaction(async (tx) => {
      await this.mailRepository.erase(tx, recipient);
      await this.suppressionsRepository.erase(tx, recipient);
    });
    return null;
  }
}
