import { Injectable } from '@nestjs/common';
import { linkAccount, type LinkedAccount } from '@questp/messages/identity';
import { redeemOAuthCode, type ProvenAccount } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, type Tx, found } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { MergeOffersRepository } from '../merge-offers.repository.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { KeepProven } from './keep-proven.js';
import { LinkedAccountsRepository, toLinkedAccount } from './linked-accounts.repository.js';

@Injectable()
export class LinkAccount {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly keepProven: KeepProven,
    private readonly usersRepository: UsersRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly userChanges: UserChanges,
    private readonly auditRepository: AuditRepository,
    private readonly mergeOffersRepository: MergeOffersRepository,
  ) {}

  @Rpc(linkAccount)
  async execute({ userId, sessionId, code, verifier, client }: RequestOf<typeof linkAccount>): Promise<LinkedAccount> {
    const proven = await this.bus.call(redeemOAuthCode, { code, verifier, sessionId });
    return commitEvenRefused(this.database, 'identity.link', async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const isNew = await this.give(tx, userId, sessionId, proven);
      if (isNew) {
        await this.mailOrdersRepository.notify(tx, 'account_linked', 'user', userId);
        await this.userChanges.updated(tx, userId);
      }
      await this.keepProven.execute(tx, userId, proven);
      const { provider, accountId } = proven;
      await this.auditRepository.add(tx, {
        action: 'account.linked',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { provider, accountId },
      });
      return toLinkedAccount(found(await this.linkedAccountsRepository.of(tx, userId, provider)));
    });
  }

  /** False if the user has already linked the account. IDENTITY_IN_USE, TOO_MANY */
  private async give(tx: Tx, userId: string, sessionId: string, proven: ProvenAccount): Promise<boolean> {
    const own = await this.linkedAccountsRepository.of(tx, userId, proven.provider);
    if (own?.accountId === proven.accountId) return false;
    if (own === undefined && (await this.linkedAccountsRepository.give(tx, userId, proven))) return true;
    const owner = await this.linkedAccountsRepository.find(tx, proven);
    if (owner !== undefined) {
      const { provider, accountId } = proven;
      throw await this.mergeOffersRepository.refusal(tx, {
        ...{ survivorId: userId, sessionId, ownerId: owner.userId },
        proven: { method: 'account', provider, accountId },
      });
    }
    throw new AppError('TOO_MANY', { detail: 'Another account of this platform is linked; unlink it first.' });
  }
}
