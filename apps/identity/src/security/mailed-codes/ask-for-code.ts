import { Injectable } from '@nestjs/common';
import {
  askForAdminPasswordCode,
  askForEmailCode,
  askForPasswordCode,
  askForQuestEmailCode,
  askForSignInCode,
  type EmailChallenge,
} from '@questp/messages/identity';
import { refuseInvalid, type RequestOf } from '@questp/messages/language';
import type { UserMail } from '@questp/messages/notifier';
import type { QuestMail } from '@questp/messages/shared';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { BotCheck } from '../bot-check/bot-check.js';
import { canonicalEmail, isEmail } from '../../shared/email.js';
import { EmailChallengesRepository, type EmailCodeSubject } from './email-challenges.repository.js';
import { anonymousCaller, userCaller, type CodeCaller } from './email-code-budgets.repository.js';
import { MailOrdersRepository } from './mail-orders.repository.js';
import { OrderMails } from './order-mails.js';
import { QuestCodeCountsRepository } from './quest-code-counts.repository.js';
import { questCodes } from './quest-codes.js';

const TEMPLATES: Record<EmailCodeSubject['purpose'], UserMail> = {
  sign_in: 'sign_in_code',
  password: 'password_code',
  link: 'link_code',
  quest: 'quest.email_link_otp',
  second_factor: 'second_factor_code',
  operator_password: 'operator_password_code',
};

/**
 * Mails codes. The owner of an address is not looked up before the address is proven, so that no response reveals
 * whether it has an account.
 */
@Injectable()
export class AskForCode {
  constructor(
    private readonly database: Database,
    private readonly botCheck: BotCheck,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly questCodeCountsRepository: QuestCodeCountsRepository,
    private readonly orderMails: OrderMails,
  ) {}

  @Rpc(askForSignInCode)
  forSignIn(request: RequestOf<typeof askForSignInCode>): Promise<EmailChallenge> {
    return this.asAnybody('sign_in', request);
  }

  @Rpc(askForPasswordCode)
  forPassword(request: RequestOf<typeof askForPasswordCode>): Promise<EmailChallenge> {
    return this.asAnybody('password', request);
  }

  @Rpc(askForAdminPasswordCode)
  forOperatorPassword(request: RequestOf<typeof askForAdminPasswordCode>): Promise<EmailChallenge> {
    return this.asAnybody('operator_password', request);
  }

  @Rpc(askForEmailCode)
  async forLink({ userId, sessionId, ...request }: RequestOf<typeof askForEmailCode>): Promise<EmailChallenge> {
    const email = addressOf(request.email);
    return this.mailed((tx) => this.ask(tx, email, { purpose: 'link', sessionId }, userCaller(userId)));
  }

  @Rpc(askForQuestEmailCode)
  async forQuest({ userId, questId, ...request }: RequestOf<typeof askForQuestEmailCode>) {
    const { projectId, projectName, questTitle, intro } = request;
    const email = addressOf(request.email);
    const { expiresAt } = await this.mailed(async (tx) => {
      await this.questCodeCountsRepository.admit(tx, { userId, email, projectId });
      const quest = { projectId, projectName, questTitle, intro };
      return this.ask(tx, email, questCodes({ userId, questId }), userCaller(userId), quest);
    });
    return { expiresAt };
  }

  private async asAnybody(
    purpose: 'sign_in' | 'password' | 'operator_password',
    { botToken, client, ...request }: RequestOf<typeof askForSignInCode>,
  ): Promise<EmailChallenge> {
    const email = addressOf(request.email);
    await this.botCheck.require(purpose === 'sign_in' ? 'sign_in' : 'password', botToken, client);
    return this.mailed((tx) => this.ask(tx, email, { purpose, sessionId: null }, anonymousCaller(client.ip)));
  }

  private async mailed(work: (tx: Tx) => Promise<EmailChallenge>): Promise<EmailChallenge> {
    const challenge = await this.database.transaction(work);
    this.orderMails.wake();
    return challenge;
  }

  private async ask(
    tx: Tx,
    email: string,
    subject: EmailCodeSubject,
    caller: CodeCaller,
    quest: QuestMail | null = null,
  ): Promise<EmailChallenge> {
    const challenge = await this.emailChallengesRepository.ask(tx, email, subject, caller);
    const family = subject.purpose === 'operator_password' ? 'admin' : 'user';
    await this.mailOrdersRepository.add(tx, TEMPLATES[subject.purpose], email, challenge, family, quest);
    return challenge;
  }
}

/** In canonical form. */
function addressOf(text: string): string {
  const email = canonicalEmail(text);
  if (!isEmail(email)) refuseInvalid([{ pointer: '/email', code: 'FORMAT', detail: 'An e-mail address.' }]);
  return email;
}
