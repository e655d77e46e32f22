import { Injectable } from '@nestjs/common';
import { resetAdminPassword } from '@questp/messages/identity';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { OrderMails } from '../security/mailed-codes/order-mails.js';
import { newInitialPassword, Passwords } from '../security/passwords/passwords.js';
import { Revocations } from '../security/sessions/revocations.js';
import { toAdmin } from './admin.js';
import { ReplaceAdminPassword } from './replace-admin-password.js';

type Reply = ReplyOf<typeof resetAdminPassword>;

/** Resets the password of an operator who lost it and cannot receive mails. */
@Injectable()
export class ResetAdminPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly replaceAdminPassword: ReplaceAdminPassword,
    private readonly orderMails: OrderMails,
    private readonly revocations: Revocations,
  ) {}

  /** FORBIDDEN for the caller: use the current password, or a reset by code. */
  @Rpc(resetAdminPassword)
  async execute({ adminId, actingAdminId, client, idempotency }: RequestOf<typeof resetAdminPassword>): Promise<Reply> {
    if (adminId === actingAdminId) {
      throw new AppError('FORBIDDEN', { detail: 'Another super admin resets your password, or a mailed code.' });
    }
    const initialPassword = newInitialPassword();
    const passwordHash = await this.passwords.hash(initialPassword);
    const actor = { type: 'admin', id: actingAdminId } as const;
    const reset = async (tx: Tx): Promise<Reply> => {
      const admin = await this.replaceAdminPassword.execute(tx, {
        adminId,
        passwordHash,
        by: 'super_admin',
        actor,
        client,
      });
      return { admin: toAdmin(admin), initialPassword };
    };
    const withoutPassword = (reply: Reply): Reply => ({ ...reply, initialPassword: null });
    const reply = await this.database.transaction((tx) =>
      idempotent(tx, idempotency, () => reset(tx), withoutPassword),
    );
    // Repeated in a replay: the process may have died between commit and broadcast.
    await this.revocations.publish({ family: 'admin', id: adminId });
    this.orderMails.wake();
    return reply;
  }
}
