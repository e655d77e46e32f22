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
    private readonly db: Database,
    private readonly admins: AdminsRepository,
    private readonly twoFactor: TwoFactorRepository,
    private readonly sessions: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly audit: AuditRepository,
  ) {}

  /** FORBIDDEN for the caller's own second factor: a stolen session must not be able to remove it. */
  @Rpc(resetSecondFactor)
  async execute({ adminId, actingAdminId, client }: RequestOf<typeof resetSecondFactor>): Promise<null> {
    if (adminId === actingAdminId) {
      throw new AppError('FORBIDDEN', { detail: 'Another super admin resets your two-factor sign-in.' });
    }
    await this.db.transaction(async (tx) => {
      const { email } = await this.admins.lock(tx, adminId);
      if (!(await this.twoFactor.remove(tx, adminId))) return;
      await this.admins.noteChangedByOthers(tx, adminId);
      await this.sessions.endAll(tx, 'admin', adminId);
      await this.revocations.record(tx, { family: 'admin', id: adminId });
      await emit(tx, 'admin.second_factor_reset', adminId, { adminId, email });
      const actor = { type: 'admin', id: actingAdminId } as const;
      await this.audit.add(tx, { action: 'two_factor.reset', actor, subjectId: adminId, client });
    });
    // Repeated even if it was off: the process may have died between commit and broadcast.
    await this.revocations.publish({ family: 'admin', id: adminId });
    return null;
  }
}
