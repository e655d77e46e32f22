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
    private readonly database: Database,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly userPasswordsRepository: UserPasswordsRepository,
    private readonly signInMethodsRepository: SignInMethodsRepository,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly usersRepository: UsersRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly userChanges: UserChanges,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** Removes the password too, which needs the address for sign-in. */
  @Rpc(unlinkEmail)
  async execute({ userId, client }: RequestOf<typeof unlinkEmail>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const { email } = found(await this.userEmailsRepository.of(tx, userId));
      if ((await this.twoFactorRepository.method(tx, userId)) === 'email') throw new AppError('TWO_FACTOR_BY_EMAIL');
      await requireNotMoved(tx, userId, ({ emailVerifiedAt }) => emailVerifiedAt !== null);
      await this.mailOrdersRepository.add(tx, 'email_unlinked', email);
      await this.userEmailsRepository.remove(tx, email);
      await this.userPasswordsRepository.remove(tx, userId);
      await this.signInMethodsRepository.requireOne(tx, userId);
      await endMergeOffers(tx, userId);
      await this.userChanges.updated(tx, userId);
      await this.auditRepository.add(tx, {
        action: 'email.unlinked',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
      });
      return null;
    });
  }
}
