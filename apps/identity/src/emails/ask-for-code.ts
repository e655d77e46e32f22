import { Injectable } from '@nestjs/common';
import type {
  askForEmailCode,
  askForPasswordCode,
  askForSignInCode,
  EmailChallenge,
  RequestOf,
  UserMail,
} from '@questp/messages';
import { Database, type Tx } from '@questp/postgres';
import { canonicalEmail, isEmail } from '../platform/email.js';
import { refuseInvalid } from '../platform/rows.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { EmailChallengesRepository, type EmailCodeSubject } from './email-challenges.repository.js';
import { MailOrdersRepository } from './mail-orders.repository.js';
import { OrderMails } from './order-mails.js';

const TEMPLATES: Record<EmailCodeSubject['purpose'], UserMail> = {
  sign_in: 'sign_in_code',
  password: 'password_code',
  link: 'link_code',
};

/** Mails codes. Nobody looks whose an address is before it is proven, so that no answer can tell. */
@Injectable()
export class AskForCode {
  constructor(
    private readonly db: Database,
    private readonly challenges: EmailChallengesRepository,
    private readonly orders: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly sessions: SessionsRepository,
  ) {}

  async forSignIn({ email }: RequestOf<typeof askForSignInCode>): Promise<EmailChallenge> {
    return this.ask(email, { purpose: 'sign_in', sessionId: null });
  }

  async forPassword({ email }: RequestOf<typeof askForPasswordCode>): Promise<EmailChallenge> {
    return this.ask(email, { purpose: 'password', sessionId: null });
  }

  async forLink({ email, userId, sessionId }: RequestOf<typeof askForEmailCode>): Promise<EmailChallenge> {
    const begin = (tx: Tx) => this.sessions.requireRecent(tx, userId, sessionId);
    return this.ask(email, { purpose: 'link', sessionId }, begin);
  }

  private async ask(
    text: string,
    subject: EmailCodeSubject,
    begin: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<EmailChallenge> {
    const email = canonicalEmail(text);
    if (!isEmail(email)) refuseInvalid([{ pointer: '/email', code: 'FORMAT', detail: 'An e-mail address.' }]);
    const challenge = await this.db.transaction(async (tx) => {
      await begin(tx);
      const asked = await this.challenges.ask(tx, email, subject);
      await this.orders.add(tx, TEMPLATES[subject.purpose], email, asked);
      return asked;
    });
    this.orderMails.wake();
    return challenge;
  }
}
