import { Injectable } from '@nestjs/common';
import { linkAccountByMessage, type LinkedAccount } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { LinkedAccountsRepository, toLinkedAccount } from './linked-accounts.repository.js';

@Injectable()
export class LinkByMessage {
  constructor(
    private readonly database: Database,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly userChanges: UserChanges,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(linkAccountByMessage)
  execute({ userId, ...proven }: RequestOf<typeof linkAccountByMessage>): Promise<LinkedAccount> {
    const { provider, accountId } = proven;
    const account = { ...proven, grantId: null };
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const own = await this.linkedAccountsRepository.of(tx, userId, provider);
      if (own?.accountId === accountId) await this.linkedAccountsRepository.renew(tx, account);
      else {
        if (own !== undefined) throw await this.refusal(tx, account);
        if (!(await this.linkedAccountsRepository.give(tx, userId, account))) throw new AppError('IDENTITY_IN_USE');
        await this.mailOrdersRepository.notify(tx, 'account_linked', 'user', userId);
        await this.auditRepository.add(tx, {
          action: 'account.linked',
          actor: { type: 'user', id: userId },
          subjectId: userId,
          client: undefined,
          details: { provider, accountId },
        });
      }
      // Pending submissions may wait for it.
      await this.userChanges.updated(tx, userId);
      return toLinkedAccount(found(await this.linkedAccountsRepository.of(tx, userId, provider)));
    });
  }

  /** Of a user who has another account of the platform. */
  private async refusal(tx: Tx, account: Pick<LinkedAccount, 'provider' | 'accountId'>): Promise<AppError> {
    const owner = await this.linkedAccountsRepository.find(tx, account);
    if (owner !== undefined) return new AppError('IDENTITY_IN_USE');
    return new AppError('TOO_MANY', { detail: 'Another account of this platform is linked; unlink it first.' });
  }
}
