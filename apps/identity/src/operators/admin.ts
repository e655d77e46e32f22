import { ROLE_PERMISSIONS, type AdminRole } from '@questp/messages/access';
import type { Admin } from '@questp/messages/identity';
import type { AccountStatus } from '@questp/messages/language';
import { iso } from '@questp/postgres';

export interface AdminRow {
  id: string;
  email: string;
  mustChangePassword: boolean;
  role: string;
  status: string;
  createdAt: Date;
  lastSignInAt: Date | null;
}

/** An operator with the members that other services need for access. */
export interface AdminAccess extends AdminRow {
  role: AdminRole;
  status: AccountStatus;
  version: number;
}

export interface Credentials extends AdminRow {
  passwordHash: string;
}

export function toAdmin(row: AdminRow): Admin {
  const role = row.role as AdminRole;
  return {
    id: row.id,
    email: row.email,
    role,
    permissions: [...ROLE_PERMISSIONS[role]],
    status: row.status as AccountStatus,
    mustChangePassword: row.mustChangePassword,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: iso(row.lastSignInAt),
  };
}
