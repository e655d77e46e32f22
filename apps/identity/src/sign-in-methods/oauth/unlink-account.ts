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
    private readonly db: Database,
    private readonly accounts: LinkedAccountsRepository,
    private readonly signInMethods: SignInMethodsRepository,
    private readonly users: UsersRepository,
    private readonly orders: MailOrdersRepository,
    private readonly changes: UserChanges,
    private readonly audit: AuditRepository,
  ) {}

  @Rpc(unlinkAccount)
  async execute({ userId, provider, client }: RequestOf<typeof unlinkAccount>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, userId);
      const account = found(await this.accounts.of(tx, userId, provider));
      await requireNotMoved(tx, userId, ({ accounts }) => accounts.some((moved) => moved.provider === provider));
      await this.accounts.remove(tx, account);
      await this.orders.notify(tx, 'account_unlinked', 'user', userId);
      await this.signInMethods.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      await this.changes.updated(tx, userId);
      await this.audit.add(tx, {
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
