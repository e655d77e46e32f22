import { Injectable } from '@nestjs/common';
import { type Admin, AppError, type RequestOf, type updateAdmin } from '@questp/messages';
import { Database } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import { Revocations } from '../sessions/revocations.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { toAdmin } from './admin.js';
import { AdminsRepository } from './admins.repository.js';

@Injectable()
export class UpdateAdmin {
  constructor(
    private readonly db: Database,
    private readonly admins: AdminsRepository,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditRepository,
    private readonly revocations: Revocations,
  ) {}

  async run({ adminId, actingAdminId, client, ...change }: RequestOf<typeof updateAdmin>): Promise<Admin> {
    const admin = await this.db.transaction(async (tx) => {
      const superAdmins = await this.admins.lockSuperAdmins(tx);
      const current = await this.admins.lock(tx, adminId);
      const { role = current.role, status = current.status } = change;
      if (role === current.role && status === current.status) return current;
      const staysSuperAdmin = role === 'super_admin' && status === 'active';
      if (!staysSuperAdmin && superAdmins.every((id) => id === adminId)) throw new AppError('LAST_SUPER_ADMIN');
      await this.admins.setAccess(tx, { id: adminId, role, status });
      await this.sessions.endAll(tx, 'admin', adminId);
      await this.audit.add(tx, {
        action: 'admin.updated',
        actor: { type: 'admin', id: actingAdminId },
        subjectId: adminId,
        client,
        details: { before: { role: current.role, status: current.status }, after: { role, status } },
      });
      return { ...current, role, status };
    });
    await this.revocations.tell({ family: 'admin', id: adminId });
    return toAdmin(admin);
  }
}
