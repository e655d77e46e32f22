import type { AdminPrincipal, AdminRole } from '@questp/messages/access';
import { AppError, type AccountStatus } from '@questp/messages/language';
import type { OperatorAccess } from '@questp/messages/shared';
import { requirePermission, type Access } from '@questp/messages/tables';
import sql from 'sql-template-tag';
import { accountLock, whileUnchanged } from './account-locks.js';
import type { Tx } from './database.js';
import { insertInto } from './statements.js';

/** Stores the access of an operator in the table `operator` of the service. An older version has no effect. */
export async function applyOperatorAccess(tx: Tx, { adminId, version, role, status }: OperatorAccess): Promise<void> {
  await tx.execute(sql`SELECT ${accountLock(adminId)}`);
  await tx.execute(sql`
    INSERT INTO operator (admin_id, version, role, status) VALUES (${adminId}, ${version}, ${role}, ${status})
    ON CONFLICT (admin_id) DO UPDATE
      SET version = excluded.version, role = excluded.role, status = excluded.status
      WHERE operator.version < excluded.version`);
}

/** FORBIDDEN for an operator without the permission, in a transaction that began with `authorizeOperator`. */
export async function requireSuperAdmin(tx: Tx, adminId: string): Promise<void> {
  const operator = await tx.row<{ role: AdminRole }>(sql`SELECT role FROM operator WHERE admin_id = ${adminId}`);
  if (operator?.role !== 'super_admin') throw new AppError('FORBIDDEN');
}

/**
 * Refuses an operator who has lost the permission, or whose sign-in is too old for the operation, and locks the
 * permission until the transaction ends.
 */
export async function authorizeOperator(
  tx: Tx,
  { adminId, role, signedInAt }: AdminPrincipal,
  { allow: { admin }, recentProof }: Pick<Access, 'allow' | 'recentProof'>,
): Promise<void> {
  const select = () =>
    tx.row<{ role: AdminRole; status: AccountStatus; isRecent: boolean }>(sql`
      SELECT role, status, ${signedInAt}::timestamptz > now() - interval '10 minutes' AS is_recent
      FROM operator WHERE admin_id = ${adminId} AND ${whileUnchanged(adminId)}`);
  let now = await select();
  if (now === undefined) {
    await tx.execute(sql`${insertInto('operator', { adminId, role })} ON CONFLICT DO NOTHING`);
    now = await select();
  }
  if (now?.status !== 'active') throw new AppError('UNAUTHENTICATED');
  requirePermission(admin?.permission, now.role);
  if (recentProof && !now.isRecent) throw new AppError('RECENT_SIGN_IN_REQUIRED');
}
