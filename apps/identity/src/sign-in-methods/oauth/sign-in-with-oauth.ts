import { Injectable } from '@nestjs/common';
import { signInWithOAuth, type SignInOutcome } from '@questp/messages/identity';
import { redeemOAuthCode } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { OpenUserSession } from '../../users/open-user-session.js';
import { SignUp } from '../../users/sign-up.js';
import { KeepProven } from './keep-proven.js';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

@Injectable()
export class SignInWithOAuth {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly keepProven: KeepProven,
    private readonly signUp: SignUp,
    private readonly openUserSession: OpenUserSession,
  ) {}

  @Rpc(signInWithOAuth)
  async execute({ code, verifier, ref, client }: RequestOf<typeof signInWithOAuth>): Promise<SignInOutcome> {
    const proven = await this.bus.call(redeemOAuthCode, { code, verifier, sessionId: null });
    return this.database.transaction(async (tx) => {
      const account = await this.signUp.accountOf(tx, this.linkedAccountsRepository.asIdentity(proven), ref);
      await this.keepProven.execute(tx, account.userId, proven);
      return this.openUserSession.firstStep(tx, account, client, { method: proven.provider });
    }, 'identity.sign-in');
  }
}
