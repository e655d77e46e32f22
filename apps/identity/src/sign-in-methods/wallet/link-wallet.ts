import { Injectable } from '@nestjs/common';
import { linkWallet, type Wallet } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { MAX_WALLETS, type WalletProof } from '@questp/messages/shared';
import { Database, idempotent, type Tx, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MergeOffersRepository } from '../merge-offers.repository.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { UserChanges } from '../../users/user-changes.js';
import { toWallet } from '../../users/user.js';
import { UsersRepository } from '../../users/users.repository.js';
import { Chains } from '../../shared/chains.js';
import { answersChallenge } from './challenge.js';
import { ChallengesRepository } from './challenges.repository.js';
import { WalletsRepository } from './wallets.repository.js';

@Injectable()
export class LinkWallet {
  constructor(
    private readonly database: Database,
    private readonly chains: Chains,
    private readonly challengesRepository: ChallengesRepository,
    private readonly walletsRepository: WalletsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
    private readonly mergeOffersRepository: MergeOffersRepository,
  ) {}

  @Rpc(linkWallet)
  async execute({ userId, sessionId, idempotency, client, ...proof }: RequestOf<typeof linkWallet>): Promise<Wallet> {
    return commitEvenRefused(this.database, 'identity.link', (tx) =>
      idempotent(tx, idempotency, async () => {
        const challenge = await this.challengesRepository.burn(tx, proof.nonce);
        const chain = this.chains.forLink(proof.chainId);
        if (!answersChallenge(challenge, { purpose: 'link', userId }, chain, proof)) {
          throw new AppError('WALLET_SIGNATURE_INVALID');
        }
        const wallet = await this.link(tx, userId, sessionId, proof);
        await this.auditRepository.add(tx, {
          action: 'wallet.linked',
          actor: { type: 'user', id: userId },
          subjectId: userId,
          client,
          details: { chainId: wallet.chainId, address: wallet.address },
        });
        return wallet;
      }),
    );
  }

  private async link(tx: Tx, userId: string, sessionId: string, proof: WalletProof): Promise<Wallet> {
    await this.usersRepository.lockActive(tx, userId);
    const walletId = await this.walletsRepository.insert(tx, userId, proof);
    if (walletId === undefined) {
      const owner = await this.walletsRepository.ownerOf(tx, proof);
      if (owner === undefined) {
        throw new AppError('TOO_MANY', { detail: `An account has at most ${MAX_WALLETS} wallets.` });
      }
      if (owner === userId) throw new AppError('WALLET_ALREADY_LINKED');
      const { chainId, address } = proof;
      const proven = { method: 'wallet', chainId, address } as const;
      throw await this.mergeOffersRepository.refusal(tx, { survivorId: userId, sessionId, ownerId: owner, proven });
    }
    await this.mailOrdersRepository.notify(tx, 'wallet_linked', 'user', userId);
    const { wallets } = await this.userChanges.updated(tx, userId);
    return toWallet(found(wallets.find(({ id }) => id === walletId)));
  }
}
