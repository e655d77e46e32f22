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

/**
 * A caller that the access rule admits, as far as the principal shows; role and status can change until the
 * transaction.
 */
export interface Access {
  principal: Principal;
  allow: Allow;
  recentProof: boolean;
  /** Project id of the request. */
  projectId: string | undefined;
}

/**
 * Checks a rule against the principal alone; the role in the project is checked elsewhere.
 * @throws AppError UNAUTHENTICATED, WRONG_TOKEN_FAMILY, API_KEY_NOT_ACCEPTED, ACCOUNT_SUSPENDED,
 * PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_REQUIRED, FORBIDDEN, NOT_FOUND
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
  // The initial password has to be changed first; until then the operator cannot set up a second factor.
  if (mustEnableTwoFactor && !mustChangePassword) requireTwoFactor(admin);
  requirePermission(admin.permission, role);
}

/** TWO_FACTOR_REQUIRED if operators need a second factor and this one has none. */
export function requireTwoFactor(admin: Allow['admin']): void {
  if (admin?.withoutTwoFactor) return;
  throw new AppError('TWO_FACTOR_REQUIRED', { detail: 'Set it up by POST /v1/admin/me/2fa.' });
}

/** FORBIDDEN unless the operator's role has the permission. */
export function requirePermission(permission: Permission | undefined, role: AdminPrincipal['role']): void {
  if (permission && !ROLE_PERMISSIONS[role].includes(permission)) throw new AppError('FORBIDDEN');
}

/** NOT_FOUND for a user outside the team, FORBIDDEN for an insufficient role. */
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
 * Checks, in the answering service, the caller that travelled with a request. Undefined: the operation is public, or a
 * service named by the contract calls.
 *
 * A request whose members contradict its caller or HTTP binding was not made by the gateway.
 * @throws AppError UNAUTHENTICATED, WRONG_TOKEN_FAMILY, API_KEY_NOT_ACCEPTED, ACCOUNT_SUSPENDED,
 * PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_REQUIRED, FORBIDDEN, NOT_FOUND
 */
export function requireCaller(contract: Contract, caller: Caller | undefined, request: object): Access | undefined {
  const binding = contract.http.find(({ id }) => id === caller?.operation);
  const rule = binding && ACCESS_TABLE[binding.id];
  if (binding === undefined || rule === undefined || caller === undefined) {
    if (contract.callers.length === 0) throw new AppError('FORBIDDEN', { detail: 'Only services may call this.' });
    return undefined;
  }
  const { principal } = caller;
  const members = request as Record<string, unknown>;
  const projectId = typeof members['projectId'] === 'string' ? members['projectId'] : undefined;
  requireAllowed(rule.allow, principal, projectId);
  const decided = Object.entries(binding.set ?? {});
  for (const [name, value] of filledMembers(contract, binding)) {
    if (isPrincipalValue(value)) decided.push([name, principalValue(value, principal)]);
  }
  if (decided.some(([name, value]) => members[name] !== value)) {
    throw new AppError('FORBIDDEN', { detail: 'The request does not match its caller.' });
  }
  return principal === null
    ? undefined
    : { principal, allow: rule.allow, recentProof: rule.recentProof === true, projectId };
}
