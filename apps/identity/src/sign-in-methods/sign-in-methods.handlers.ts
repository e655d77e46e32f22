import { Injectable } from '@nestjs/common';
import {
  findAccountOwner,
  findLinkedGrant,
  findMailAddresses,
  getEmail,
  listLinkedAccounts,
  listWallets,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toWallet } from '../users/user.js';
import { UsersRepository } from '../users/users.repository.js';
import { toOwnEmail, UserEmailsRepository } from './email/user-emails.repository.js';
import { LinkedAccountsRepository, toLinkedAccount } from './oauth/linked-accounts.repository.js';

/** What users and other services read of the sign-in methods of users. */
@Injectable()
export class SignInMethodsHandlers {
  constructor(
    private readonly database: Database,
    private readonly usersRepository: UsersRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
  ) {}

  @Rpc(listWallets)
  async listWallets({ userId }: RequestOf<typeof listWallets>) {
    return { items: (await this.usersRepository.wallets(this.database, userId)).map(toWallet), nextCursor: null };
  }

  @Rpc(getEmail)
  async getEmail({ userId }: RequestOf<typeof getEmail>) {
    return toOwnEmail(await this.userEmailsRepository.of(this.database, userId));
  }

  @Rpc(findMailAddresses)
  async findMailAddresses({ userIds }: RequestOf<typeof findMailAddresses>) {
    return { items: await this.userEmailsRepository.ofActive(this.database, userIds), nextCursor: null };
  }

  @Rpc(listLinkedAccounts)
  async listLinkedAccounts({ userId }: RequestOf<typeof listLinkedAccounts>) {
    return {
      items: (await this.linkedAccountsRepository.list(this.database, userId)).map(toLinkedAccount),
      nextCursor: null,
    };
  }

  @Rpc(findLinkedGrant)
  async findLinkedGrant({ userId, provider }: RequestOf<typeof findLinkedGrant>) {
    const account = await this.linkedAccountsRepository.of(this.database, userId, provider);
    const { grantId = null, accountId = null, relinkNeeded = false } = account ?? {};
    return { grantId, accountId, relinkNeeded };
  }

  @Rpc(findAccountOwner)
  async findAccountOwner(account: RequestOf<typeof findAccountOwner>) {
    return { userId: (await this.linkedAccountsRepository.find(this.database, account))?.userId ?? null };
  }
}
