import { Injectable } from '@nestjs/common';
import { verifyAdminSecondFactor, type AdminSignedIn, type AdminSignInOutcome } from '@questp/messages/identity';
import { AppError, type ClientInfo, type RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrderMails } from '../security/mailed-codes/order-mails.js';
import { Revocations } from '../security/sessions/revocations.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { SecondFactor } from '../security/two-factor/second-factor.js';
import { toAdmin, type AdminRow, type Credentials } from './admin.js';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { ReplaceAdminPassword } from './replace-admin-password.js';
import { CredentialAttemptsRepository, type Attempt } from '../security/passwords/credential-attempts.repository.js';

export interface ProvenSignIn {
  attempt: Attempt;
  client: ClientInfo;
  /** The known device of the sign-in. */
  deviceId: string | undefined;
}

/** Last step of every operator sign-in, after all proofs. */
@Injectable()
export class OpenAdminSession {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly adminDevicesRepository: AdminDevicesRepository,
    private readonly credentialAttemptsRepository: CredentialAttemptsRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly auditRepository: AuditRepository,
    private readonly secondFactor: SecondFactor,
    private readonly replaceAdminPassword: ReplaceAdminPassword,
    private readonly orderMails: OrderMails,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Opens a session, or a challenge if a second step follows. CREDENTIALS_INVALID if the operator was suspended or
   * changed the password meanwhile.
   */
  async firstStep(account: Credentials, signIn: ProvenSignIn): Promise<AdminSignInOutcome> {
    const { attempt, client, deviceId } = signIn;
    return this.database.transaction(async (tx) => {
      const admin = await this.adminsRepository.noteSignIn(tx, account);
      if (admin === undefined) throw new AppError('CREDENTIALS_INVALID');
      await this.credentialAttemptsRepository.withdraw(tx, attempt);
      const challenge = await this.secondFactor.challenge(tx, { ownerId: admin.id, proof: {}, deviceId });
      return challenge === undefined ? this.open(tx, admin, { client, deviceId }) : { challenge };
    });
  }

  /** The same for a locked operator who has proven the address. The new password is set after all proofs. */
  async resetStep(
    tx: Tx,
    admin: AdminRow,
    { passwordHash, client }: { passwordHash: string; client: ClientInfo },
  ): Promise<AdminSignInOutcome> {
    const step = { ownerId: admin.id, proof: {}, newPasswordHash: passwordHash };
    const challenge = await this.secondFactor.challenge(tx, step);
    if (challenge !== undefined) return { challenge };
    await this.reset(tx, admin.id, passwordHash, client);
    return this.open(tx, await this.adminsRepository.noteSecondStep(tx, admin.id), { client });
  }

  /** Completes the second step. SECOND_FACTOR_INVALID, SIGN_IN_LOCKED */
  @Rpc(verifyAdminSecondFactor)
  async secondStep(request: RequestOf<typeof verifyAdminSecondFactor>): Promise<AdminSignedIn> {
    const { client } = request;
    const { signedIn, isReset } = await this.secondFactor.prove(
      'admin',
      request,
      async (tx, { ownerId, deviceId, newPasswordHash }) => {
        const isReset = typeof newPasswordHash === 'string';
        if (isReset) await this.reset(tx, ownerId, newPasswordHash, client);
        const admin = await this.adminsRepository.noteSecondStep(tx, ownerId);
        return { signedIn: await this.open(tx, admin, { client, deviceId, secondFactor: 'code' }), isReset };
      },
    );
    if (isReset) await this.publishRevocation(signedIn.admin.id);
    return signedIn;
  }

  /** Runs after the commit of a reset. */
  async publishRevocation(adminId: string): Promise<void> {
    await this.revocations.publish({ family: 'admin', id: adminId });
    this.orderMails.wake();
  }

  private async reset(tx: Tx, adminId: string, passwordHash: string, client: ClientInfo): Promise<void> {
    const actor = { type: 'admin', id: adminId } as const;
    await this.replaceAdminPassword.execute(tx, { adminId, passwordHash, by: 'code', actor, client });
  }

  private async open(
    tx: Tx,
    admin: AdminRow,
    {
      client,
      deviceId,
      ...details
    }: Pick<ProvenSignIn, 'client'> & { deviceId?: string | undefined; secondFactor?: string },
  ): Promise<AdminSignedIn> {
    const session = await this.sessionsRepository.open(tx, 'admin', admin.id, client);
    const actor = { type: 'admin', id: admin.id } as const;
    await this.auditRepository.add(tx, { action: 'admin.sign_in', actor, subjectId: admin.id, client, details });
    const deviceToken = await this.adminDevicesRepository.note(tx, admin.id, deviceId);
    return { ...session, admin: toAdmin(admin), deviceToken: deviceToken ?? null };
  }
}
