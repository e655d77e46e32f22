import { AdminPrincipal, ApiKeyPrincipal, UserPrincipal, type Principal, type PrincipalFamily } from './principals.js';
import type { CallerValue, MessageClass } from '../language/fields/index.js';
import { isUnderstood } from '../language/validation/message-errors.js';

/** The caller of a gateway operation. It travels with every call that the operation causes. */
export interface Caller {
  /** operationId */
  operation: string;
  /** Null: the caller is anonymous. */
  principal: Principal | null;
}

const PRINCIPALS: Readonly<Record<PrincipalFamily, MessageClass>> = {
  user: UserPrincipal,
  admin: AdminPrincipal,
  api_key: ApiKeyPrincipal,
};

export const writeCaller = (caller: Caller): string => JSON.stringify(caller);

/** Reads a text that `writeCaller` wrote; undefined for any other text. */
export function readCaller(text: string): Caller | undefined {
  let read: Partial<Caller> | null;
  try {
    read = JSON.parse(text) as Partial<Caller> | null;
  } catch {
    return undefined;
  }
  const { operation, principal } = read ?? {};
  if (typeof operation !== 'string' || principal === undefined) return undefined;
  if (principal === null) return { operation, principal };
  if (!Object.hasOwn(PRINCIPALS, principal.family)) return undefined;
  return isUnderstood(PRINCIPALS[principal.family], principal) ? { operation, principal } : undefined;
}

/** A key that is unique for each user, operator or API key. */
export function principalKey(principal: Principal | null): string {
  if (principal === null) return 'anonymous';
  if (principal.family === 'user') return principal.userId;
  return principal.family === 'admin' ? principal.adminId : principal.apiKeyId;
}

/** The key by which limits count a principal: all API keys of a project share one. */
export const limitKey = (principal: Principal): string =>
  principal.family === 'api_key' ? principal.projectId : principalKey(principal);

/** Members of requests that are filled from the principal; other values of CallerValue come from the HTTP request. */
export type PrincipalValue = Exclude<CallerValue, (typeof OF_REQUESTS)[number]>;

const OF_REQUESTS = [
  'client',
  'idempotency',
  'ifMatch',
  'upload',
  'reader',
  'browser',
  'webhookHeaders',
] as const satisfies CallerValue[];

export const isPrincipalValue = (value: CallerValue): value is PrincipalValue =>
  !(OF_REQUESTS as readonly CallerValue[]).includes(value);

/** Undefined when the principal has no such value. */
export function principalValue(value: PrincipalValue, principal: Principal | null): string | undefined {
  switch (value) {
    case 'userId':
      return principal?.family === 'user' ? principal.userId : undefined;
    case 'adminId':
      return principal?.family === 'admin' ? principal.adminId : undefined;
    case 'callerId':
      return principal === null || principal.family === 'api_key' ? undefined : principalKey(principal);
    case 'sessionId':
      return principal === null || principal.family === 'api_key' ? undefined : principal.sessionId;
    case 'family':
      return principal?.family;
    case 'apiKeyProjectId':
      return principal?.family === 'api_key' ? principal.projectId : undefined;
  }
}
