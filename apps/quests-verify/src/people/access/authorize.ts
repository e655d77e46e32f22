import type { Allow, ProjectRole } from '@questp/messages/access';
import { AppError, type UserStatus } from '@questp/messages/language';
import { requireRole, type Access } from '@questp/messages/tables';
import { authorizeOperator, insertInto, sql, whileUnchanged, type Tx } from '@questp/postgres';
import { requireActive } from './require-active.js';
import { teamLock, teamShareLock } from '../../shared/team-locks.js';

/**
 * Runs at the start of every transaction of a caller. Refuses a caller who lost access, and locks the access until the
 * transaction ends. After the reply to a removal, suspension or demotion, no transaction of that person commits.
 */
export async function authorize(tx: Tx, access: Access): Promise<void> {
  const { principal, allow, projectId } = access;
  if (principal.family === 'user') return authorizeUser(tx, principal.userId, allow, projectId);
  if (principal.family === 'admin') return authorizeOperator(tx, principal, access);
  throw new AppError('FORBIDDEN', { detail: 'API keys are read-only.' });
}

/**
 * The same for a member of a team on whose behalf another service calls.
 * @throws AppError NOT_FOUND, FORBIDDEN, ACCOUNT_SUSPENDED
 */
export const authorizeMember = (tx: Tx, userId: string, role: ProjectRole, projectId: string): Promise<void> =>
  authorizeUser(tx, userId, { user: { role } }, projectId);

async function authorizeUser(tx: Tx, userId: string, allow: Allow, projectId: string | undefined): Promise<void> {
  const { role: needed, changesTeam = false } = allow.user ?? {};
  if (needed !== undefined) await lockTeam(tx, changesTeam, projectId);
  const { status, role } = await lockUser(tx, userId, projectId);
  if (status !== 'suspended' || !allow.user?.suspended) requireActive(status);
  if (needed !== undefined) requireRole(needed, role);
}

/** A separate statement, so that the next one sees the team as it stays until the transaction ends. */
async function lockTeam(tx: Tx, changesTeam: boolean, projectId: string | undefined): Promise<void> {
  if (projectId === undefined) throw new AppError('NOT_FOUND');
  const lock = changesTeam ? teamLock(projectId) : teamShareLock(projectId);
  await tx.execute(sql`SELECT ${lock}`);
}

interface UserNow {
  /** Null: no event about the user has arrived yet. */
  status: UserStatus | null;
  role: ProjectRole | null;
}

async function lockUser(tx: Tx, userId: string, projectId: string | undefined): Promise<UserNow> {
  const select = () =>
    tx.row<UserNow>(sql`
      WITH account AS (SELECT status FROM earner WHERE user_id = ${userId} AND ${whileUnchanged(userId)})
      SELECT (SELECT status FROM account) AS status,
        (SELECT role FROM project_member WHERE project_id = ${projectId ?? null}::uuid AND user_id = ${userId}) AS role`);
  const now = (await select()) as UserNow;
  if (now.status !== null) return now;
  await tx.execute(sql`${insertInto('earner', { userId })} ON CONFLICT DO NOTHING`);
  return (await select()) as UserNow;
}
