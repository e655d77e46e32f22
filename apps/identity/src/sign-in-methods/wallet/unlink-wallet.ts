import { Injectable } from '@nestjs/common';
import { unlinkWallet } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { endMergeOffers } from '../../security/sessions/end-merge-offers.js';
import { requireNotMoved } from '../../shared/undoable-merges.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { SignInMethodsRepository } from '../sign-in-methods.repository.js';
import { WalletsRepository } from './wallets.repository.js';

@Injectable()
export class UnlinkWallet {
  constructor(
    private readonly database: Database,
    private readonly walletsRepository: WalletsRepository,
    private readonly signInMethodsRepository: SignInMethodsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** If the wallet was primary, the oldest other one becomes primary. */
  @Rpc(unlinkWallet)
  async execute({ userId, walletId, client }: RequestOf<typeof unlinkWallet>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const wallets = await this.usersRepository.wallets(tx, userId);
      const { chainId, address, isPrimary } = found(wallets.find(({ id }) => id === walletId));
      await requireNotMoved(tx, userId, ({ walletIds }) => walletIds.includes(walletId));
      await this.walletsRepository.remove(tx, walletId);
      await this.mailOrdersRepository.notify(tx, 'wallet_unlinked', 'user', userId);
      await this.signInMethodsRepository.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      const oldest = wallets.find(({ id }) => id !== walletId);
      if (isPrimary && oldest) await this.walletsRepository.setPrimary(tx, userId, oldest.id);
      await this.userChanges.updated(tx, userId);
      await this.auditRepository.add(tx, {
        action: 'wallet.unlinked',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { chainId, address },
      });
      return null;
    });
  }
}
