import type { AdminPrincipal, AdminRole, UserPrincipal } from '@questp/messages/access';
import { AppError, type UserStatus } from '@questp/messages/language';
import { requirePermission, requireTwoFactor, type Access } from '@questp/messages/tables';
import { sql, type Tx } from '@questp/postgres';
import { twoFactorMissing } from './two-factor-missing.js';
import { keysLock, operatorsLock, operatorsShareLock } from './access-locks.js';

/**
 * Age condition on a session `s`. Each sign-in creates a session, so the age of the session is the age of the proof.
 */
const isRecent = sql`s.created_at > now() - interval '10 minutes' AS is_recent`;

/**
 * Runs at the start of every transaction of a caller. Refuses a caller who lost access, and locks the access until the
 * transaction ends. After the reply to a sign-out, suspension or demotion, no transaction of that session or account
 * commits.
 */
export async function authorize(tx: Tx, access: Access): Promise<void> {
  const { principal } = access;
  if (principal.family === 'user') return authorizeUser(tx, principal, access);
  if (principal.family === 'admin') return authorizeOperator(tx, principal, access);
  throw new AppError('FORBIDDEN', { detail: 'API keys are read-only.' });
}

/** Serialises the writes of one user with the end of the user's sessions and with a suspension. */
async function authorizeUser(
  tx: Tx,
  { userId, sessionId }: UserPrincipal,
  { allow: { user }, recentProof, projectId }: Access,
): Promise<void> {
  const account = await tx.row<{ status: UserStatus }>(
    sql`SELECT status FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE`,
  );
  const session = await tx.row<{ isRecent: boolean }>(
    sql`SELECT ${isRecent} FROM user_session s WHERE id = ${sessionId} AND owner_id = ${userId}`,
  );
  if (account === undefined || session === undefined) throw new AppError('UNAUTHENTICATED');
  if (account.status === 'suspended' && !user?.suspended) throw new AppError('ACCOUNT_SUSPENDED');
  if (recentProof) requireRecent(session);
  if (user?.role !== undefined) await requireNotRemoved(tx, userId, projectId);
}

/**
 * The gateway has asked quests-verify for the role; members who left since are known here from its calls and events.
 */
async function requireNotRemoved(tx: Tx, userId: string, projectId: string | undefined): Promise<void> {
  if (projectId === undefined) throw new AppError('NOT_FOUND');
  await tx.execute(sql`SELECT ${keysLock(projectId)}`);
  const former = sql`SELECT FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}`;
  if (await tx.row(former)) throw new AppError('NOT_FOUND');
}

async function authorizeOperator(
  tx: Tx,
  { adminId, sessionId }: AdminPrincipal,
  { allow: { admin }, recentProof }: Access,
): Promise<void> {
  const permission = admin?.permission;
  // Operations with platform:manage may change operators: this statement waits for running writes of operators.
  await tx.execute(sql`SELECT ${permission === 'platform:manage' ? operatorsLock : operatorsShareLock}`);
  const now = await tx.row<{ role: AdminRole; lacksTwoFactor: boolean; isRecent: boolean }>(sql`
    SELECT a.role, ${isRecent}, ${twoFactorMissing} AND NOT a.must_change_password AS lacks_two_factor FROM admin a JOIN admin_session s ON s.owner_id = a.id
    WHERE a.id = ${adminId} AND a.status = 'active' AND s.id = ${sessionId}`);
  if (now === undefined) throw new AppError('UNAUTHENTICATED');
  if (now.lacksTwoFactor) requireTwoFactor(admin);
  requirePermission(permission, now.role);
  if (recentProof) requireRecent(now);
}

function requireRecent(session: { isRecent: boolean }): void {
  if (!session.isRecent) throw new AppError('RECENT_SIGN_IN_REQUIRED');
}
