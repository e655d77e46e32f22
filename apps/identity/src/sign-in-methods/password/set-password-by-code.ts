import { Injectable } from '@nestjs/common';
import { setPasswordByCode, type SignInOutcome } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { EmailChallengesRepository } from '../../security/mailed-codes/email-challenges.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';
import { UserEmailsRepository } from '../email/user-emails.repository.js';
import { Passwords } from '../../security/passwords/passwords.js';
import { UserPasswordsRepository } from '../../security/passwords/user-passwords.repository.js';
import { refuseWeak } from '../../security/passwords/weak-passwords.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { Revocations } from '../../security/sessions/revocations.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { OpenUserSession } from '../../users/open-user-session.js';
import { SignUp } from '../../users/sign-up.js';
import { UsersRepository } from '../../users/users.repository.js';

/**
 * Sign-up with a password, and password reset. The password is sent together with the proof of the address: no password
 * is stored before the proof, and a caller cannot leave one at the address of another user.
 */
@Injectable()
export class SetPasswordByCode {
  constructor(
    private readonly database: Database,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly passwords: Passwords,
    private readonly userPasswordsRepository: UserPasswordsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly signUp: SignUp,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly openUserSession: OpenUserSession,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** Ends all existing sessions. A rejected password uses up no try of the code, and only the right code costs a hash. */
  @Rpc(setPasswordByCode)
  async execute(request: RequestOf<typeof setPasswordByCode>): Promise<SignInOutcome> {
    const { challengeId, code, password, ref, client } = request;
    const asked = await this.emailChallengesRepository.emailOf(challengeId);
    refuseWeak(password, asked === undefined ? [] : [asked], '/password');
    const { account, outcome } = await commitEvenRefused(this.database, 'identity.sign-in', async (tx) => {
      const email = await this.emailChallengesRepository.prove(
        tx,
        { purpose: 'password', sessionId: null },
        challengeId,
        code,
      );
      const account = await this.signUp.accountOf(tx, this.userEmailsRepository.asIdentity(email), ref);
      const { userId, isNewUser } = account;
      await this.usersRepository.lockActive(tx, userId);
      const passwordHash = await this.passwords.hash(password);
      await this.userPasswordsRepository.set(tx, userId, passwordHash);
      const actor = { type: 'user', id: userId } as const;
      await this.auditRepository.add(tx, { action: 'user.password_set', actor, subjectId: userId, client });
      if (!isNewUser) {
        await this.sessionsRepository.endAll(tx, 'user', userId);
        await this.revocations.record(tx, { family: 'user', id: userId });
        await this.mailOrdersRepository.add(tx, 'password_changed', email);
      }
      return { account, outcome: await this.openUserSession.firstStep(tx, account, client, { method: 'password' }) };
    });
    if (!account.isNewUser) await this.revocations.publish({ family: 'user', id: account.userId });
    this.orderMails.wake();
    return outcome;
  }
}
