import { Injectable } from '@nestjs/common';
import { unlinkEmail } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { endMergeOffers } from '../../security/sessions/end-merge-offers.js';
import { requireNotMoved } from '../../shared/undoable-merges.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { UserPasswordsRepository } from '../../security/passwords/user-passwords.repository.js';
import { TwoFactorRepository } from '../../security/two-factor/two-factor.repository.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { SignInMethodsRepository } from '../sign-in-methods.repository.js';
import { UserEmailsRepository } from './user-emails.repository.js';

@Injectable()
export class UnlinkEmail {
  constructor(
    private readonly db: Database,
    private readonly emails: UserEmailsRepository,
    private readonly passwords: UserPasswordsRepository,
    private readonly signInMethods: SignInMethodsRepository,
    private readonly twoFactor: TwoFactorRepository,
    private readonly users: UsersRepository,
    private readonly orders: MailOrdersRepository,
    private readonly changes: UserChanges,
    private readonly audit: AuditRepository,
  ) {}

  /** Removes the password too, which needs the address for sign-in. */
  @Rpc(unlinkEmail)
  async execute({ userId, client }: RequestOf<typeof unlinkEmail>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, userId);
      const { email } = found(await this.emails.of(tx, userId));
      if ((await this.twoFactor.method(tx, userId)) === 'email') throw new AppError('TWO_FACTOR_BY_EMAIL');
      await requireNotMoved(tx, userId, ({ emailVerifiedAt }) => emailVerifiedAt !== null);
      await this.orders.add(tx, 'email_unlinked', email);
      await this.emails.remove(tx, email);
      await this.passwords.remove(tx, userId);
      await this.signInMethods.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      await this.changes.updated(tx, userId);
      await this.audit.add(tx, {
        action: 'email.unlinked',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
      });
      return null;
    });
  }
}
