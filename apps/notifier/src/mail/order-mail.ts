import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { orderMail } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import type { Config } from '../shared/config.js';
import { EN } from '../texts/en.js';
import { mailText } from './mail-text.js';
import { MailRepository } from './mail.repository.js';

@Injectable()
export class OrderMail {
  constructor(
    private readonly database: Database,
    private readonly mailRepository: MailRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Rpc(orderMail)
  async execute(order: RequestOf<typeof orderMail>): Promise<null> {
    const { mailId, recipient, template, expiresAt } = order;
    const text = mailText(EN, template, { code: order.code ?? '', ...order.merge }, this.linkOf(order));
    await this.database.transaction((tx) => this.mailRepository.enqueue(tx, mailId, recipient, text, expiresAt));
    return null;
  }

  private linkOf({ family, merge }: RequestOf<typeof orderMail>): string {
    const { APP_URL, CONSOLE_URL } = this.config;
    if (merge !== undefined) return new URL(`/merge-objections/${merge.objectionToken}`, APP_URL).href;
    return family === 'admin' ? CONSOLE_URL : APP_URL;
  }
}
