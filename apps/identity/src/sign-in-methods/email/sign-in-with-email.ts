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
    private readonly database: Database,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly signUp: SignUp,
    private readonly openUserSession: OpenUserSession,
  ) {}

  @Rpc(signInWithEmail)
  async execute({ challengeId, code, ref, client }: RequestOf<typeof signInWithEmail>): Promise<SignInOutcome> {
    return commitEvenRefused(this.database, 'identity.sign-in', async (tx) => {
      const email = await this.emailChallengesRepository.prove(
        tx,
        { purpose: 'sign_in', sessionId: null },
        challengeId,
        code,
      );
      const account = await this.signUp.accountOf(tx, this.userEmailsRepository.asIdentity(email), ref);
      return this.openUserSession.firstStep(tx, account, client, { method: 'email' });
    });
  }
}
