import { Injectable } from '@nestjs/common';
import { unlinkAccount } from '@questp/messages/identity';
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
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

@Injectable()
export class UnlinkAccount {
  constructor(
    private readonly database: Database,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly signInMethodsRepository: SignInMethodsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly userChanges: UserChanges,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(unlinkAccount)
  async execute({ userId, provider, client }: RequestOf<typeof unlinkAccount>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const account = found(await this.linkedAccountsRepository.of(tx, userId, provider));
      await requireNotMoved(tx, userId, ({ accounts }) => accounts.some((moved) => moved.provider === provider));
      await this.linkedAccountsRepository.remove(tx, account);
      await this.mailOrdersRepository.notify(tx, 'account_unlinked', 'user', userId);
      await this.signInMethodsRepository.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      await this.userChanges.updated(tx, userId);
      await this.auditRepository.add(tx, {
        action: 'account.unlinked',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { provider, accountId: account.accountId },
      });
      return null;
    });
  }
}
