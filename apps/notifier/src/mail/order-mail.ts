import { Inject, Injectable } from '@nestjs/common';
import type { orderMail, RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../platform/config.js';
import { EN } from '../texts/en.js';
import { mailText } from './mail-text.js';
import { MailRepository } from './mail.repository.js';

@Injectable()
export class OrderMail {
  constructor(
    private readonly db: Database,
    private readonly mails: MailRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ mailId, recipient, template, code, expiresAt }: RequestOf<typeof orderMail>): Promise<null> {
    const text = mailText(EN, template, { code: code ?? '' }, this.config.APP_URL);
    await this.db.transaction((tx) => this.mails.enqueue(tx, mailId, recipient, text, expiresAt));
    return null;
  }
}
