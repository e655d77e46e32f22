import { Injectable } from '@nestjs/common';
import { changePassword } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';
import { UserEmailsRepository } from '../email/user-emails.repository.js';
import { Passwords } from '../../security/passwords/passwords.js';
import { UserPasswordsRepository } from '../../security/passwords/user-passwords.repository.js';
import { refuseWeak } from '../../security/passwords/weak-passwords.js';
import { Revocations } from '../../security/sessions/revocations.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { UsersRepository } from '../../users/users.repository.js';

@Injectable()
export class ChangePassword {
  constructor(
    private readonly database: Database,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly passwords: Passwords,
    private readonly userPasswordsRepository: UserPasswordsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** Ends every other session. */
  @Rpc(changePassword)
  async execute({ userId, sessionId, password, client }: RequestOf<typeof changePassword>): Promise<null> {
    const address = await this.userEmailsRepository.of(this.database, userId);
    if (address === undefined) throw new AppError('EMAIL_MISSING');
    refuseWeak(password, [address.email], '/password');
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const now = await this.userEmailsRepository.of(tx, userId);
      if (now === undefined) throw new AppError('EMAIL_MISSING');
      await this.userPasswordsRepository.set(tx, userId, passwordHash);
      await this.sessionsRepository.endAll(tx, 'user', userId, sessionId);
      await this.revocations.record(tx, { family: 'user', id: userId });
      await this.mailOrdersRepository.add(tx, 'password_changed', now.email);
      const actor = { type: 'user', id: userId } as const;
      await this.auditRepository.add(tx, { action: 'user.password_set', actor, subjectId: userId, client });
    });
    await this.revocations.publish({ family: 'user', id: userId });
    this.orderMails.wake();
    return null;
  }
}
