import { Injectable } from '@nestjs/common';
import { signInWithEmail, type SignInOutcome } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { commitEvenRefused } from '../../shared/transactions.js';
import { OpenUserSession } from '../../users/open-user-session.js';
import { SignUp } from '../../users/sign-up.js';
import { EmailChallengesRepository } from '../../security/mailed-codes/email-challenges.repository.js';
import { UserEmailsRepository } from './user-emails.repository.js';

@Injectable()
export class SignInWithEmail {
  constructor(
    private readonly db: Database,
    private readonly challenges: EmailChallengesRepository,
    private readonly emails: UserEmailsRepository,
    private readonly signUp: SignUp,
    private readonly openSession: OpenUserSession,
  ) {}

  @Rpc(signInWithEmail)
  async execute({ challengeId, code, ref, client }: RequestOf<typeof signInWithEmail>): Promise<SignInOutcome> {
    return commitEvenRefused(this.db, 'identity.sign-in', async (tx) => {
      const email = await this.challenges.prove(tx, { purpose: 'sign_in', sessionId: null }, challengeId, code);
      const account = await this.signUp.accountOf(tx, this.emails.asIdentity(email), ref);
      return this.openSession.firstStep(tx, account, client, { method: 'email' });
    });
  }
}
