import { Injectable } from '@nestjs/common';
import { resetOwnAdminPassword, type AdminSignInOutcome } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EmailChallengesRepository } from '../security/mailed-codes/email-challenges.repository.js';
import { OrderMails } from '../security/mailed-codes/order-mails.js';
import { Passwords } from '../security/passwords/passwords.js';
import { refuseWeak } from '../security/passwords/weak-passwords.js';
import { commitEvenRefused } from '../shared/transactions.js';
import { AdminsRepository } from './admins.repository.js';
import { OpenAdminSession } from './open-admin-session.js';

/** Resets a password by a code to the operator's address; this is the first step of a sign-in. */
@Injectable()
export class ResetOwnAdminPassword {
  constructor(
    private readonly database: Database,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly passwords: Passwords,
    private readonly adminsRepository: AdminsRepository,
    private readonly openAdminSession: OpenAdminSession,
    private readonly orderMails: OrderMails,
  ) {}

  /** EMAIL_CODE_INVALID, also for an operator who was suspended meanwhile. Only the right code costs a hash. */
  @Rpc(resetOwnAdminPassword)
  async execute(request: RequestOf<typeof resetOwnAdminPassword>): Promise<AdminSignInOutcome> {
    const { challengeId, code, password, client } = request;
    const asked = await this.emailChallengesRepository.emailOf(challengeId);
    refuseWeak(password, asked === undefined ? [] : [asked], '/password');
    const outcome = await commitEvenRefused(this.database, 'identity.sign-in', async (tx) => {
      // Before the code is consumed, as in every sign-in.
      const admin = asked === undefined ? undefined : await this.adminsRepository.lockActiveByEmail(tx, asked);
      await this.emailChallengesRepository.prove(
        tx,
        { purpose: 'operator_password', sessionId: null },
        challengeId,
        code,
      );
      if (admin === undefined) throw new AppError('EMAIL_CODE_INVALID');
      const passwordHash = await this.passwords.hash(password);
      return this.openAdminSession.resetStep(tx, admin, { passwordHash, client });
    });
    if (outcome.admin !== undefined) await this.openAdminSession.publishRevocation(outcome.admin.id);
    this.orderMails.wake();
    return outcome;
  }
}
