import {
  AppError,
  requirePermission,
  requireTwoFactor,
  type Access,
  type UserStatus,
  type AdminPrincipal,
  type AdminRole,
  type Allow,
  type UserPrincipal,
} from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import { twoFactorMissing } from '../two-factor/two-factor-missing.js';
import { keysLock, operatorsLock, operatorsShareLock } from './access-locks.js';

/**
 * Begins every transaction that somebody asked for: refuses who may not do it any more, and keeps it so until the
 * transaction ends. After the answer to what ends a session, a suspension or a demotion nothing of that one commits.
 */
export async function authorize(tx: Tx, { principal, allow, projectId }: Access): Promise<void> {
  if (principal.family === 'user') return authorizeUser(tx, principal, allow, projectId);
  if (principal.family === 'admin') return authorizeOperator(tx, principal, allow);
  throw new AppError('FORBIDDEN', { detail: 'API keys only read.' });
}

/** Writes of one user come one after the other, the ends of the user's sessions and the suspension among them. */
async function authorizeUser(
  tx: Tx,
  { userId, sessionId }: UserPrincipal,
  { user }: Allow,
  projectId: string | undefined,
): Promise<void> {
  const account = await tx.row<{ status: UserStatus }>(
    sql`SELECT status FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE`,
  );
  const session = await tx.row(sql`SELECT FROM user_session WHERE id = ${sessionId} AND owner_id = ${userId}`);
  if (account === undefined || session === undefined) throw new AppError('UNAUTHENTICATED');
  if (account.status === 'suspended' && !user?.suspended) throw new AppError('ACCOUNT_SUSPENDED');
  if (user?.role !== undefined) await requireNotRemoved(tx, userId, projectId);
}

/** The gateway has asked quests-verify for the role; what it told since of members that left counts here. */
async function requireNotRemoved(tx: Tx, userId: string, projectId: string | undefined): Promise<void> {
  if (projectId === undefined) throw new AppError('NOT_FOUND');
  await tx.execute(sql`SELECT ${keysLock(projectId)}`);
  const former = sql`SELECT FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}`;
  if (await tx.row(former)) throw new AppError('NOT_FOUND');
}

async function authorizeOperator(tx: Tx, { adminId, sessionId }: AdminPrincipal, { admin }: Allow): Promise<void> {
  const permission = admin?.permission;
  // What takes platform:manage may change operators: it comes after what runs, in a statement of its own.
  await tx.execute(sql`SELECT ${permission === 'platform:manage' ? operatorsLock : operatorsShareLock}`);
  const now = await tx.row<{ role: AdminRole; lacksTwoFactor: boolean }>(sql`
    SELECT a.role, ${twoFactorMissing} AND NOT a.must_change_password AS lacks_two_factor FROM admin a JOIN admin_session s ON s.owner_id = a.id
    WHERE a.id = ${adminId} AND a.status = 'active' AND s.id = ${sessionId}`);
  if (now === undefined) throw new AppError('UNAUTHENTICATED');
  if (now.lacksTwoFactor) requireTwoFactor(admin);
  requirePermission(permission, now.role);
}
