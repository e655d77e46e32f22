import { Injectable } from '@nestjs/common';
import type { SessionFamily } from '@questp/messages/access';
import { AppError } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { accountAddress } from '../mailed-codes/account-address.js';
import { EmailChallengesRepository, type EmailCodeSubject } from '../mailed-codes/email-challenges.repository.js';
import { SECOND_FACTOR_CALLER } from '../mailed-codes/email-code-budgets.repository.js';
import { MailOrdersRepository } from '../mailed-codes/mail-orders.repository.js';

const subjectOf = (sessionId: string): EmailCodeSubject => ({ purpose: 'second_factor', sessionId });

/** Mails codes for a second step, or to set it up. Each code is valid only for the sign-in or session that asked for it. */
@Injectable()
export class MailedCodes {
  constructor(
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
  ) {}

  /**
   * EMAIL_MISSING, RATE_LIMITED.
   * @param askedBy id of the sign-in or session
   */
  async send(tx: Tx, family: SessionFamily, ownerId: string, askedBy: string): Promise<void> {
    const address = await accountAddress(tx, family, ownerId);
    if (address === undefined) throw new AppError('EMAIL_MISSING');
    const challenge = await this.emailChallengesRepository.ask(tx, address, subjectOf(askedBy), SECOND_FACTOR_CALLER);
    await this.mailOrdersRepository.add(tx, 'second_factor_code', address, challenge, family);
  }

  async take(tx: Tx, askedBy: string, code: string): Promise<boolean> {
    const challengeId = await this.emailChallengesRepository.askedBy(tx, subjectOf(askedBy));
    if (challengeId === undefined) return false;
    return (await this.emailChallengesRepository.tryCode(tx, subjectOf(askedBy), challengeId, code)) !== undefined;
  }
}
