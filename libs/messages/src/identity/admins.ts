import type { AccountStatus, Audited, ClientInfo, Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { AdminRole, Permission } from '../principals.js';
import type { SessionToken } from './sessions.js';

/** `id` is `svcadmin_` + 32 hex. */
export interface Admin {
  id: string;
  email: string;
  role: AdminRole;
  permissions: Permission[];
  status: AccountStatus;
  mustChangePassword: boolean;
  createdAt: Timestamp;
  lastSignInAt: Timestamp | null;
}

/** CREDENTIALS_INVALID for an unknown account, a wrong password and a suspended operator alike; SIGN_IN_LOCKED. */
export const signInAdmin = contract<
  { email: string; password: string; client: ClientInfo },
  SessionToken & { admin: Admin }
>('identity.admins.sign-in', 10_000);

export const getAdmin = contract<{ adminId: string }, Admin>('identity.admins.get');

/** Ends every other session of the operator. CREDENTIALS_INVALID when the current password is wrong. */
export const changeAdminPassword = contract<
  { adminId: string; sessionId: string; currentPassword: string; newPassword: string; client: ClientInfo },
  null
>('identity.admins.change-password', 10_000);

export const listAdmins = contract<PageRequest & { role?: AdminRole; status?: AccountStatus }, Page<Admin>>(
  'identity.admins.list',
);

/**
 * The initial password is in this reply only and must be changed at the first sign-in. EMAIL_IN_USE.
 * A replay carries null: clear passwords are never stored.
 */
export const createAdmin = contract<
  Creating & Audited & { email: string; role: AdminRole; actingAdminId: string },
  { admin: Admin; initialPassword: string | null }
>('identity.admins.create', 10_000);

/** Role changes and suspension end the operator's sessions. LAST_SUPER_ADMIN. */
export const updateAdmin = contract<
  Audited & { adminId: string; role?: AdminRole; status?: AccountStatus; actingAdminId: string },
  Admin
>('identity.admins.update');

export interface AuditEntry {
  id: string;
  at: Timestamp;
  /** e.g. `admin.sign_in`, `admin.sign_in_failed`, `user.sign_in`, `user.suspended` */
  action: string;
  actorType: 'admin' | 'user' | 'anonymous' | 'system';
  actorId: string | null;
  subjectId: string | null;
  ip: string | null;
  userAgent: string | null;
  details: Record<string, unknown>;
}

export const listAuditLog = contract<
  PageRequest & { action?: string; actorId?: string; subjectId?: string; from?: Timestamp; to?: Timestamp },
  Page<AuditEntry>
>('identity.audit.list');
