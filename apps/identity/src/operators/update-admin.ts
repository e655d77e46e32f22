import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { updateAdmin, type Admin } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { OPERATOR_ACCESS } from '@questp/messages/shared';
import { Database } from '@questp/postgres';
import { Bus, LOGGER, Rpc, type Logger } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { MailOrdersRepository } from '../security/mailed-codes/mail-orders.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { toAdmin, type AdminAccess } from './admin.js';
import { AdminsRepository } from './admins.repository.js';

@Injectable()
export class UpdateAdmin {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Rpc(updateAdmin)
  async execute({ adminId, actingAdminId, client, ...change }: RequestOf<typeof updateAdmin>): Promise<Admin> {
    const admin = await this.database.transaction(async (tx) => {
      const usable = await this.adminsRepository.lockUsableSuperAdmins(tx);
      const current = await this.adminsRepository.lock(tx, adminId);
      const { role = current.role, status = current.status } = change;
      if (role === current.role && status === current.status) return current;
      const staysSuperAdmin = role === 'super_admin' && status === 'active';
      const isLast = usable.length === 1 && usable[0] === adminId;
      if (isLast && !staysSuperAdmin) throw new AppError('LAST_SUPER_ADMIN');
      const version = await this.adminsRepository.setAccess(tx, { id: adminId, role, status });
      await this.sessionsRepository.endAll(tx, 'admin', adminId);
      await this.revocations.record(tx, { family: 'admin', id: adminId });
      await this.mailOrdersRepository.notify(tx, 'operator_access_changed', 'admin', adminId);
      await emit(tx, 'admin.updated', adminId, { adminId, version, role, status });
      await this.auditRepository.add(tx, {
        action: 'admin.updated',
        actor: { type: 'admin', id: actingAdminId },
        subjectId: adminId,
        client,
        details: { before: { role: current.role, status: current.status }, after: { role, status } },
      });
      return { ...current, role, status, version };
    });
    // Repeated without a change: the process may have died between commit and broadcast.
    await this.revocations.publish({ family: 'admin', id: adminId });
    await this.publishAccess(admin);
    return toAdmin(admin);
  }

  /**
   * After this, no write that needs the lost access commits. A service that does not reply applies the change when the
   * event arrives.
   */
  private async publishAccess({ id: adminId, version, role, status }: AdminAccess): Promise<void> {
    const send = async (contract: (typeof OPERATOR_ACCESS)[number]) => {
      try {
        await this.bus.call(contract, { adminId, version, role, status });
      } catch (error) {
        const { subject } = contract;
        this.logger.error({ err: error, subject, adminId, role, status }, 'access not sent; its event follows');
      }
    };
    await Promise.all(OPERATOR_ACCESS.map(send));
  }
}
