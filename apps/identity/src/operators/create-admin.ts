import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { createAdmin } from '@questp/messages/identity';
import { type ReplyOf, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { toAdmin } from './admin.js';
import { AdminsRepository } from './admins.repository.js';
import { canonicalEmail, isEmail } from '../shared/email.js';
import { newInitialPassword, Passwords } from '../security/passwords/passwords.js';

type Reply = ReplyOf<typeof createAdmin>;

@Injectable()
export class CreateAdmin {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly passwords: Passwords,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(createAdmin)
  async execute({
    role,
    actingAdminId,
    idempotency,
    client,
    ...request
  }: RequestOf<typeof createAdmin>): Promise<Reply> {
    const email = canonicalEmail(request.email);
    if (!isEmail(email)) refuseInvalid([{ pointer: '/email', code: 'FORMAT', detail: 'An e-mail address.' }]);
    const initialPassword = newInitialPassword();
    const passwordHash = await this.passwords.hash(initialPassword);
    const create = async (tx: Tx): Promise<Reply> => {
      const admin = await this.adminsRepository.insert(tx, { email, passwordHash, role, mustChangePassword: true });
      await emit(tx, 'admin.created', admin.id, { adminId: admin.id, email, role });
      await this.auditRepository.add(tx, {
        action: 'admin.created',
        actor: { type: 'admin', id: actingAdminId },
        subjectId: admin.id,
        client,
        details: { email, role },
      });
      return { admin: toAdmin(admin), initialPassword };
    };
    const withoutPassword = (reply: Reply): Reply => ({ ...reply, initialPassword: null });
    return this.database.transaction((tx) => idempotent(tx, idempotency, () => create(tx), withoutPassword));
  }
}
