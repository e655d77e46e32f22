import { Injectable } from '@nestjs/common';
import type { OperatorAccess } from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import { accountLock } from '../access/account-locks.js';

/** Copy of what identity tells about operators. A version older than the stored one changes nothing. */
@Injectable()
export class OperatorsRepository {
  async apply(tx: Tx, { adminId, version, role, status }: OperatorAccess): Promise<void> {
    await tx.execute(sql`SELECT ${accountLock(adminId)}`);
    await tx.execute(sql`
      INSERT INTO operator (admin_id, version, role, status) VALUES (${adminId}, ${version}, ${role}, ${status})
      ON CONFLICT (admin_id) DO UPDATE
        SET version = excluded.version, role = excluded.role, status = excluded.status
        WHERE operator.version < excluded.version`);
  }
}
