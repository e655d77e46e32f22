import { Injectable } from '@nestjs/common';
import { AppError, type ReplyOf, type RequestOf, type signInWithWallet, type WalletProof } from '@questp/messages';
import { Database, type Tx } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import { commitEvenRefused } from '../platform/transactions.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { toUser } from '../users/user.js';
import { UsersRepository } from '../users/users.repository.js';
import { Chains } from './chains.js';
import { answersChallenge } from './challenge.js';
import { ChallengesRepository } from './challenges.repository.js';
import { SignUp } from './sign-up.js';
import { WalletsRepository } from './wallets.repository.js';

@Injectable()
export class SignInWithWallet {
  constructor(
    private readonly db: Database,
    private readonly chains: Chains,
    private readonly challenges: ChallengesRepository,
    private readonly wallets: WalletsRepository,
    private readonly users: UsersRepository,
    private readonly signUp: SignUp,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditRepository,
  ) {}

  async run({ ref, client, ...proof }: RequestOf<typeof signInWithWallet>): Promise<ReplyOf<typeof signInWithWallet>> {
    return commitEvenRefused(this.db, 'identity.sign-in', async (tx) => {
      const challenge = await this.challenges.burn(tx, proof.nonce);
      const chain = this.chains.forSignIn(proof.chainId);
      if (!answersChallenge(challenge, { purpose: 'sign_in', userId: null }, chain, proof)) {
        throw new AppError('WALLET_SIGNATURE_INVALID');
      }
      const { userId, isNewUser } = await this.account(tx, proof, ref);
      if (!(await this.users.noteSignIn(tx, userId))) throw new AppError('ACCOUNT_SUSPENDED');
      const session = await this.sessions.open(tx, 'user', userId, client);
      await this.audit.add(tx, {
        action: 'user.sign_in',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { method: 'wallet', chainId: proof.chainId, address: proof.address, isNewUser },
      });
      return { ...session, user: toUser(await this.users.get(tx, userId)), isNewUser };
    });
  }

  private async account(tx: Tx, proof: WalletProof, ref?: string): Promise<{ userId: string; isNewUser: boolean }> {
    for (;;) {
      const owner = await this.wallets.ownerOf(tx, proof);
      if (owner !== undefined) return { userId: owner, isNewUser: false };
      const newUser = await this.signUp.run(tx, proof, ref);
      if (newUser !== undefined) return { userId: newUser, isNewUser: true };
    }
  }
}
