import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { resetSecondFactor } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { TwoFactorRepository } from '../security/two-factor/two-factor.repository.js';
import { AdminsRepository } from './admins.repository.js';

/** Turns off two-factor sign-in of an operator who lost the app and the recovery codes. */
@Injectable()
export class ResetSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** FORBIDDEN for the caller's own second factor: a stolen session must not be able to remove it. */
  @Rpc(resetSecondFactor)
  async execute({ adminId, actingAdminId, client }: RequestOf<typeof resetSecondFactor>): Promise<null> {
    if (adminId === actingAdminId) {
      throw new AppError('FORBIDDEN', { detail: 'Another super admin resets your two-factor sign-in.' });
    }
    await this.database.transaction(async (tx) => {
      const { email } = await this.adminsRepository.lock(tx, adminId);
      if (!(await this.twoFactorRepository.remove(tx, adminId))) return;
      await this.adminsRepository.noteChangedByOthers(tx, adminId);
      await this.sessionsRepository.endAll(tx, 'admin', adminId);
      await this.revocations.record(tx, { family: 'admin', id: adminId });
      await emit(tx, 'admin.second_factor_reset', adminId, { adminId, email });
      const actor = { type: 'admin', id: actingAdminId } as const;
      await this.auditRepository.add(tx, { action: 'two_factor.reset', actor, subjectId: adminId, client });
    });
    // Repeated even if it was off: the process may have died between commit and broadcast.
    await this.revocations.publish({ family: 'admin', id: adminId });
    return null;
  }
}
