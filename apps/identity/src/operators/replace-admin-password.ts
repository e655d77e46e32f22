import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { ClientInfo } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { AuditRepository, type NewAuditEntry } from '../audit/audit.repository.js';
import { EmailChallengesRepository } from '../security/mailed-codes/email-challenges.repository.js';
import { MailOrdersRepository } from '../security/mailed-codes/mail-orders.repository.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import type { AdminRow } from './admin.js';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';

interface Reset {
  adminId: string;
  passwordHash: string;
  /** An initial password is chosen by others and has to be changed at the first sign-in. */
  by: 'code' | 'super_admin' | 'command';
  actor: NewAuditEntry['actor'];
  client: ClientInfo | undefined;
}

/** Common steps of every reset of an operator's password: ends everything that depends on the old one. */
@Injectable()
export class ReplaceAdminPassword {
  constructor(
    private readonly adminsRepository: AdminsRepository,
    private readonly adminDevicesRepository: AdminDevicesRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** NOT_FOUND for an unknown operator. */
  async execute(tx: Tx, { adminId, passwordHash, by, actor, client }: Reset): Promise<AdminRow> {
    const isInitial = by !== 'code';
    const admin = await this.adminsRepository.replacePassword(tx, adminId, passwordHash, isInitial);
    await this.sessionsRepository.endAll(tx, 'admin', adminId);
    await this.adminDevicesRepository.forgetAll(tx, adminId);
    await this.emailChallengesRepository.endPasswordCodes(tx, admin.email);
    await emit(tx, 'principal.revoked', adminId, { family: 'admin', id: adminId });
    await this.mailOrdersRepository.notify(
      tx,
      isInitial ? 'operator_password_reset' : 'password_changed',
      'admin',
      adminId,
    );
    await this.auditRepository.add(tx, {
      action: 'admin.password_reset',
      actor,
      subjectId: adminId,
      client,
      details: { by },
    });
    return admin;
  }
}
