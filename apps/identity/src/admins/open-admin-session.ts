import { Injectable } from '@nestjs/common';
import { AppError, type ClientInfo, type ReplyOf, type signInAdmin } from '@questp/messages';
import { Database } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { toAdmin, type Credentials } from './admin.js';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { CredentialAttemptsRepository, type Attempt } from '../passwords/credential-attempts.repository.js';

export interface ProvenSignIn {
  attempt: Attempt;
  client: ClientInfo;
  /** A device of the operator that it comes from. */
  deviceId: string | undefined;
}

/** The last step of every operator sign-in, after all that had to be proven. */
@Injectable()
export class OpenAdminSession {
  constructor(
    private readonly db: Database,
    private readonly admins: AdminsRepository,
    private readonly devices: AdminDevicesRepository,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** CREDENTIALS_INVALID when the operator was suspended or got another password meanwhile. */
  async run(account: Credentials, signIn: ProvenSignIn): Promise<ReplyOf<typeof signInAdmin>> {
    const { attempt, client, deviceId } = signIn;
    return this.db.transaction(async (tx) => {
      const admin = await this.admins.noteSignIn(tx, account);
      if (admin === undefined) throw new AppError('CREDENTIALS_INVALID');
      await this.attempts.withdraw(tx, attempt);
      const session = await this.sessions.open(tx, 'admin', admin.id, client);
      const actor = { type: 'admin', id: admin.id } as const;
      await this.audit.add(tx, { action: 'admin.sign_in', actor, subjectId: admin.id, client });
      const deviceToken = await this.devices.note(tx, admin.id, deviceId);
      return { ...session, admin: toAdmin(admin), deviceToken: deviceToken ?? null };
    });
  }
}
