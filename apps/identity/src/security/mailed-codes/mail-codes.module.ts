import { Module } from '@nestjs/common';
import { EmailChallengesRepository } from './email-challenges.repository.js';
import { EmailCodeBudgetsRepository } from './email-code-budgets.repository.js';
import { MailOrdersRepository } from './mail-orders.repository.js';
import { OrderMails } from './order-mails.js';

const PARTS = [EmailCodeBudgetsRepository, EmailChallengesRepository, MailOrdersRepository, OrderMails];

/** What mails codes and notices, and proves codes. */
@Module({ providers: PARTS, exports: PARTS })
export class MailCodesModule {}
