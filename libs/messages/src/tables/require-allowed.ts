import type { Allow } from '../access/access-rule.js';
import { isPrincipalValue, principalValue, type Caller } from '../access/caller.js';
import {
  ROLE_PERMISSIONS,
  type AdminPrincipal,
  type ApiKeyPrincipal,
  type Permission,
  type Principal,
  type ProjectRole,
  type UserPrincipal,
} from '../access/principals.js';
import { filledMembers, type Contract } from '../language/contract/contract.js';
import { AppError } from '../language/errors/app-error.js';
import { ACCESS_TABLE } from './access-table.js';

/** A call by a person or key that its rule admits as far as the principal tells; roles and accounts can change since. */
export interface Access {
  principal: Principal;
  allow: Allow;
  recentProof: boolean;
  /** Of the request. */
  projectId: string | undefined;
}

/**
 * What a rule says of a principal by itself; a role in the project is asked for elsewhere.
 * @throws AppError UNAUTHENTICATED, WRONG_TOKEN_FAMILY, API_KEY_NOT_ACCEPTED, ACCOUNT_SUSPENDED,
 *   PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_REQUIRED, FORBIDDEN, NOT_FOUND
 */
export function requireAllowed(allow: Allow, principal: Principal | null, projectId: string | undefined): void {
  if (principal === null) {
    if (!allow.anonymous) throw new AppError('UNAUTHENTICATED');
  } else if (principal.family === 'user') {
    requireUser(allow, principal);
  } else if (principal.family === 'admin') {
    requireAdmin(allow, principal);
  } else {
    requireApiKey(allow, principal, projectId);
  }
}

function requireUser({ user }: Allow, { status }: Pick<UserPrincipal, 'status'>): void {
  if (!user) throw new AppError('WRONG_TOKEN_FAMILY');
  if (status === 'suspended' && !user.suspended) throw new AppError('ACCOUNT_SUSPENDED');
}

function requireAdmin({ admin }: Allow, { role, mustChangePassword, mustEnableTwoFactor }: AdminPrincipal): void {
  if (!admin) throw new AppError('WRONG_TOKEN_FAMILY');
  if (mustChangePassword && !admin.initialPassword) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', { detail: 'Change it by PUT /v1/admin/me/password.' });
  }
  // An initial password comes first: its operator cannot set up anything yet.
  if (mustEnableTwoFactor && !mustChangePassword) requireTwoFactor(admin);
  requirePermission(admin.permission, role);
}

/** TWO_FACTOR_REQUIRED of an operator who has none where operators need it. */
export function requireTwoFactor(admin: Allow['admin']): void {
  if (admin?.withoutTwoFactor) return;
  throw new AppError('TWO_FACTOR_REQUIRED', { detail: 'Set it up by POST /v1/admin/me/2fa.' });
}

/** FORBIDDEN unless the operator's role has the permission. */
export function requirePermission(permission: Permission | undefined, role: AdminPrincipal['role']): void {
  if (permission && !ROLE_PERMISSIONS[role].includes(permission)) throw new AppError('FORBIDDEN');
}

/** NOT_FOUND for nobody of the team, FORBIDDEN for a role that is not enough. */
export function requireRole(needed: ProjectRole, role: ProjectRole | null): void {
  if (role === null) throw new AppError('NOT_FOUND');
  if (needed === 'project_admin' && role !== 'project_admin') throw new AppError('FORBIDDEN');
}

function requireApiKey({ apiKey }: Allow, principal: ApiKeyPrincipal, projectId: string | undefined): void {
  if (!apiKey) throw new AppError('API_KEY_NOT_ACCEPTED');
  if (projectId !== undefined && projectId !== principal.projectId) throw new AppError('NOT_FOUND');
  if (!principal.scopes.includes(apiKey)) throw new AppError('FORBIDDEN');
}

/**
 * What the service that answers makes of the caller that travelled with a request. Undefined: nobody's rights are asked
 * for, since it is public or comes from a service the contract names.
 *
 * A request that says something else than its caller and its face do was not made by the gateway.
 * @throws AppError UNAUTHENTICATED, WRONG_TOKEN_FAMILY, API_KEY_NOT_ACCEPTED, ACCOUNT_SUSPENDED,
 *   PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_REQUIRED, FORBIDDEN, NOT_FOUND
 */
export function requireCaller(contract: Contract, caller: Caller | undefined, request: object): Access | undefined {
  const face = contract.http.find(({ id }) => id === caller?.operation);
  const rule = face && ACCESS_TABLE[face.id];
  if (face === undefined || rule === undefined || caller === undefined) {
    if (contract.callers.length === 0) throw new AppError('FORBIDDEN', { detail: 'Nobody may ask for this.' });
    return undefined;
  }
  const { principal } = caller;
  const members = request as Record<string, unknown>;
  const projectId = typeof members['projectId'] === 'string' ? members['projectId'] : undefined;
  requireAllowed(rule.allow, principal, projectId);
  const told = Object.entries(face.set ?? {});
  for (const [name, value] of filledMembers(contract, face)) {
    if (isPrincipalValue(value)) told.push([name, principalValue(value, principal)]);
  }
  if (told.some(([name, value]) => members[name] !== value)) {
    throw new AppError('FORBIDDEN', { detail: 'The request is not what its caller may say.' });
  }
  return principal === null
    ? undefined
    : { principal, allow: rule.allow, recentProof: rule.recentProof === true, projectId };
}
