import { Injectable } from '@nestjs/common';
import { signInWithWallet } from '@questp/messages/identity';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { commitEvenRefused } from '../../shared/transactions.js';
import { OpenUserSession } from '../../users/open-user-session.js';
import { SignUp } from '../../users/sign-up.js';
import { Chains } from '../../shared/chains.js';
import { answersChallenge } from './challenge.js';
import { ChallengesRepository } from './challenges.repository.js';
import { WalletsRepository } from './wallets.repository.js';

/** On a disabled chain, wallets sign in to the accounts that have them, and create none. */
const refuseNew = (): never => {
  throw new AppError('CHAIN_DISABLED');
};

@Injectable()
export class SignInWithWallet {
  constructor(
    private readonly database: Database,
    private readonly chains: Chains,
    private readonly challengesRepository: ChallengesRepository,
    private readonly walletsRepository: WalletsRepository,
    private readonly signUp: SignUp,
    private readonly openUserSession: OpenUserSession,
  ) {}

  @Rpc(signInWithWallet)
  async execute({
    ref,
    client,
    ...proof
  }: RequestOf<typeof signInWithWallet>): Promise<ReplyOf<typeof signInWithWallet>> {
    return commitEvenRefused(this.database, 'identity.sign-in', async (tx) => {
      const challenge = await this.challengesRepository.burn(tx, proof.nonce);
      const chain = this.chains.forSignIn(proof.chainId);
      if (chain === undefined || !answersChallenge(challenge, { purpose: 'sign_in', userId: null }, chain, proof)) {
        throw new AppError('WALLET_SIGNATURE_INVALID');
      }
      const wallet = this.walletsRepository.asIdentity(proof);
      const account = await this.signUp.accountOf(tx, chain.enabled ? wallet : { ...wallet, give: refuseNew }, ref);
      const { chainId, address } = proof;
      return this.openUserSession.firstStep(tx, account, client, { method: 'wallet', chainId, address });
    });
  }
}
