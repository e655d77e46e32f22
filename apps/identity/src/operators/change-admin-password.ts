import { Injectable } from '@nestjs/common';
import { changeAdminPassword } from '@questp/messages/identity';
import { AppError, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { MailOrdersRepository } from '../security/mailed-codes/mail-orders.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { CheckCredentials } from './check-credentials.js';
import { CredentialAttemptsRepository } from '../security/passwords/credential-attempts.repository.js';
import { Passwords } from '../security/passwords/passwords.js';
import { refuseWeak } from '../security/passwords/weak-passwords.js';

@Injectable()
export class ChangeAdminPassword {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly checkCredentials: CheckCredentials,
    private readonly credentialAttemptsRepository: CredentialAttemptsRepository,
    private readonly passwords: Passwords,
    private readonly sessionsRepository: SessionsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
  ) {}

  @Rpc(changeAdminPassword)
  async execute(request: RequestOf<typeof changeAdminPassword>): Promise<null> {
    const { adminId, currentPassword, newPassword, client } = request;
    if (newPassword === currentPassword) {
      refuseInvalid([
        { pointer: '/newPassword', code: 'NOT_ALLOWED', detail: 'Must differ from the current password.' },
      ]);
    }
    const account = await this.adminsRepository.credentialsById(adminId);
    const { email } = account;
    refuseWeak(newPassword, [email], '/newPassword');
    // Counted apart from sign-ins, because only signed-in operators get here.
    const key = `password of ${adminId}`;
    const source = { key, account: `${key} by anyone`, isKnown: true };
    const check = { account, email, password: currentPassword, client, at: 'password_change', source } as const;
    const attempt = await this.checkCredentials.execute(check);
    if (attempt === undefined) throw new AppError('CREDENTIALS_INVALID');
    const newHash = await this.passwords.hash(newPassword);
    await this.database.transaction(async (tx) => {
      if (!(await this.adminsRepository.setPassword(tx, account, newHash))) throw new AppError('CREDENTIALS_INVALID');
      await this.credentialAttemptsRepository.withdraw(tx, attempt);
      await this.sessionsRepository.endAll(tx, 'admin', adminId);
      await this.revocations.record(tx, { family: 'admin', id: adminId });
      await this.mailOrdersRepository.notify(tx, 'password_changed', 'admin', adminId);
      const actor = { type: 'admin', id: adminId } as const;
      await this.auditRepository.add(tx, { action: 'admin.password_changed', actor, subjectId: adminId, client });
    });
    await this.revocations.publish({ family: 'admin', id: adminId });
    return null;
  }
}
