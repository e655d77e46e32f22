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
    private readonly db: Database,
    private readonly wallets: WalletsRepository,
    private readonly signInMethods: SignInMethodsRepository,
    private readonly users: UsersRepository,
    private readonly changes: UserChanges,
    private readonly orders: MailOrdersRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** If the wallet was primary, the oldest other one becomes primary. */
  @Rpc(unlinkWallet)
  async execute({ userId, walletId, client }: RequestOf<typeof unlinkWallet>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, userId);
      const wallets = await this.users.wallets(tx, userId);
      const { chainId, address, isPrimary } = found(wallets.find(({ id }) => id === walletId));
      await requireNotMoved(tx, userId, ({ walletIds }) => walletIds.includes(walletId));
      await this.wallets.remove(tx, walletId);
      await this.orders.notify(tx, 'wallet_unlinked', 'user', userId);
      await this.signInMethods.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      const oldest = wallets.find(({ id }) => id !== walletId);
      if (isPrimary && oldest) await this.wallets.setPrimary(tx, userId, oldest.id);
      await this.changes.updated(tx, userId);
      await this.audit.add(tx, {
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
