import { ACCOUNT_STATUSES, type AccountStatus, type Timestamp } from '../language/contract/common.js';
import { AdminId, Flag, Id, ListOfOneOf, OneOf, Time, UserId, enumeration } from '../language/fields/index.js';

export const ADMIN_ROLES = enumeration('AdminRole', ['super_admin', 'platform_moderator']);
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Permissions of spec 5.4. */
export const PERMISSIONS = enumeration('Permission', [
  'platform:manage',
  'credentials:manage',
  'plans:manage',
  'task_types:manage',
  'moderation:global',
]);
export type Permission = (typeof PERMISSIONS)[number];

export const ROLE_PERMISSIONS: Readonly<Record<AdminRole, readonly Permission[]>> = {
  super_admin: PERMISSIONS,
  platform_moderator: ['moderation:global'],
};

export const PROJECT_ROLES = enumeration('ProjectRole', ['project_admin', 'project_moderator']);
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** What an API key of a project may read. */
export const API_KEY_SCOPES = enumeration('ApiKeyScope', [
  'project:read',
  'submissions:read',
  'leaderboard:read',
  'exports:read',
]);
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const PRINCIPAL_FAMILIES = enumeration('PrincipalFamily', ['user', 'admin', 'api_key']);
export type PrincipalFamily = (typeof PRINCIPAL_FAMILIES)[number];

/** Families that have sessions. */
export const SESSION_FAMILIES = enumeration('SessionFamily', ['user', 'admin']);
export type SessionFamily = (typeof SESSION_FAMILIES)[number];

export class UserPrincipal {
  @OneOf(['user'], { description: 'Token family' })
  family!: 'user';

  @UserId()
  userId!: string;

  @Id()
  sessionId!: string;

  @OneOf(ACCOUNT_STATUSES, { description: 'Status of the account' })
  status!: AccountStatus;
}

export class AdminPrincipal {
  @OneOf(['admin'], { description: 'Token family' })
  family!: 'admin';

  @AdminId()
  adminId!: string;

  @Id()
  sessionId!: string;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator' })
  role!: AdminRole;

  @Time({ description: 'When the operator signed in, which began the session' })
  signedInAt!: Timestamp;

  @Flag({ description: 'While true, only the password and sign-out operations are allowed' })
  mustChangePassword!: boolean;

  @Flag({ description: 'While true, only the operations that set up two-factor sign-in are allowed' })
  mustEnableTwoFactor!: boolean;
}

export class ApiKeyPrincipal {
  @OneOf(['api_key'], { description: 'Token family' })
  family!: 'api_key';

  @Id()
  apiKeyId!: string;

  @Id()
  projectId!: string;

  @ListOfOneOf(API_KEY_SCOPES, { description: 'Scopes of the key' })
  scopes!: ApiKeyScope[];
}

export type Principal = UserPrincipal | AdminPrincipal | ApiKeyPrincipal;

/** First characters of each token family; the rest is 43 characters of base64url (256 random bits). */
export const TOKEN_PREFIX: Readonly<Record<PrincipalFamily, string>> = {
  user: 'svcu_',
  admin: 'svca_',
  api_key: 'svc_key_',
};
