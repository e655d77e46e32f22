import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf, type unlinkWallet } from '@questp/messages';
import { Database } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import { found } from '../platform/rows.js';
import { UserEmailsRepository } from '../emails/user-emails.repository.js';
import { LinkedAccountsRepository } from '../linked-accounts/linked-accounts.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { UserChanges } from '../users/user-changes.js';
import { UsersRepository } from '../users/users.repository.js';
import { Chains } from './chains.js';
import { isLastSignInMethod } from './last-sign-in-method.js';
import { WalletsRepository } from './wallets.repository.js';

@Injectable()
export class UnlinkWallet {
  constructor(
    private readonly db: Database,
    private readonly chains: Chains,
    private readonly wallets: WalletsRepository,
    private readonly emails: UserEmailsRepository,
    private readonly sessions: SessionsRepository,
    private readonly accounts: LinkedAccountsRepository,
    private readonly users: UsersRepository,
    private readonly changes: UserChanges,
    private readonly audit: AuditRepository,
  ) {}

  /** The oldest of the others takes the place of a primary wallet. */
  async run({ userId, sessionId, walletId, client }: RequestOf<typeof unlinkWallet>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.sessions.requireRecent(tx, userId, sessionId);
      await this.users.lockActive(tx, userId);
      const wallets = await this.users.wallets(tx, userId);
      const { chainId, address, isPrimary } = found(wallets.find(({ id }) => id === walletId));
      const canSignIn = (id: string) => this.chains.forSignIn(id) !== undefined;
      const hasOtherWay =
        (await this.emails.of(tx, userId)) !== undefined || (await this.accounts.canSignIn(tx, userId));
      if (!hasOtherWay && isLastSignInMethod(wallets, walletId, canSignIn)) {
        throw new AppError('LAST_SIGN_IN_METHOD');
      }
      await this.wallets.remove(tx, walletId);
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
