import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { orderMail } from '@questp/messages/notifier';
import type { QuestMail } from '@questp/messages/shared';
import { Database } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import type { Config } from '../shared/config.js';
import { EN } from '../texts/en.js';
import { mailText } from './mail-text.js';
import { MailRepository } from './mail.repository.js';
import { withoutLinks } from './without-links.js';

@Injectable()
export class OrderMail {
  constructor(
    private readonly database: Database,
    private readonly mailRepository: MailRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Rpc(orderMail)
  async execute(order: RequestOf<typeof orderMail>): Promise<null> {
    const { mailId, recipient, template, quest, expiresAt } = order;
    const params = { code: order.code ?? '', ...order.merge, ...(quest && withoutLinksIn(quest)) };
    const text = mailText(EN, quest?.intro ? 'quest.email_link_otp_intro' : template, params, this.linkOf(order));
    await this.database.transaction((tx) => this.mailRepository.enqueue(tx, mailId, recipient, text, expiresAt));
    return null;
  }

  private linkOf({ family, merge }: RequestOf<typeof orderMail>): string {
    const { APP_URL, CONSOLE_URL } = this.config;
    if (merge !== undefined) return new URL(`/merge-objections/${merge.objectionToken}`, APP_URL).href;
    return family === 'admin' ? CONSOLE_URL : APP_URL;
  }
}

/** Texts of a team, which cannot become links in a mail of the platform. */
const withoutLinksIn = ({ projectName, questTitle, intro }: QuestMail) => ({
  projectName: withoutLinks(projectName),
  questTitle: withoutLinks(questTitle),
  intro: withoutLinks(intro ?? ''),
});
