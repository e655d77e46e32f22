import { Injectable } from '@nestjs/common';
import { setPrimaryWallet, type Wallet } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { UserChanges } from '../../users/user-changes.js';
import { toWallet } from '../../users/user.js';
import { UsersRepository } from '../../users/users.repository.js';
import { WalletsRepository } from './wallets.repository.js';

@Injectable()
export class SetPrimaryWallet {
  constructor(
    private readonly database: Database,
    private readonly walletsRepository: WalletsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
  ) {}

  @Rpc(setPrimaryWallet)
  async execute({ userId, walletId }: RequestOf<typeof setPrimaryWallet>): Promise<Wallet> {
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const wallet = found((await this.usersRepository.wallets(tx, userId)).find(({ id }) => id === walletId));
      if (wallet.isPrimary) return toWallet(wallet);
      await this.walletsRepository.setPrimary(tx, userId, walletId);
      await this.userChanges.updated(tx, userId);
      return toWallet({ ...wallet, isPrimary: true });
    });
  }
}
