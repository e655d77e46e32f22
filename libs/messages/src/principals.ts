import type { AccountStatus } from './common.js';

export const ADMIN_ROLES = ['super_admin', 'platform_moderator'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Permissions of spec 5.4. */
export const PERMISSIONS = [
  'platform:manage',
  'credentials:manage',
  'plans:manage',
  'task_types:manage',
  'moderation:global',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLE_PERMISSIONS: Readonly<Record<AdminRole, readonly Permission[]>> = {
  super_admin: PERMISSIONS,
  platform_moderator: ['moderation:global'],
};

export const PROJECT_ROLES = ['project_admin', 'project_moderator'] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** What an API key of a project may read. */
export const API_KEY_SCOPES = ['project:read', 'submissions:read', 'leaderboard:read'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export interface UserPrincipal {
  family: 'user';
  userId: string;
  sessionId: string;
  status: AccountStatus;
}

export interface AdminPrincipal {
  family: 'admin';
  adminId: string;
  sessionId: string;
  role: AdminRole;
  /** Until the initial password is changed only the password and sign-out routes answer. */
  mustChangePassword: boolean;
}

export interface ApiKeyPrincipal {
  family: 'api_key';
  apiKeyId: string;
  projectId: string;
  scopes: ApiKeyScope[];
}

export type Principal = UserPrincipal | AdminPrincipal | ApiKeyPrincipal;
export type PrincipalFamily = Principal['family'];

/** First characters of each token family; the rest is 43 characters of base64url (256 random bits). */
export const TOKEN_PREFIX: Readonly<Record<PrincipalFamily, string>> = {
  user: 'svcu_',
  admin: 'svca_',
  api_key: 'svc_key_',
};
