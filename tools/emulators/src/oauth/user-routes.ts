import type { Answer } from '../http/answer.js';
import type { Grant } from './grants.js';
import { readBearer } from './parameters.js';
import type { Platform } from './rules.js';
import type { Asked, UserRoute } from './rules.js';

/** Answers a request with a person's access token. */
export async function answerUser(route: UserRoute, asked: Asked): Promise<Answer> {
  const { platform, headers } = asked;
  const { grants, faults, signIn, rules, limits } = platform;
  const token = readBearer(headers.authorization);
  if (token === undefined) return signIn.refusal('none', route);
  const known = grants.ofAccess(token);
  if (known && faults.take(route.name, ['revoked_token'])) grants.revoke(known);
  if (known && faults.take(route.name, ['expired_token'])) grants.expire(token);
  const grant = grants.ofAccess(token);
  if (grant === undefined) return signIn.refusal('bad', route);
  const missing = route.scopes.length > 0 ? faults.take(route.name, ['missing_scope']) : undefined;
  if (missing) withdraw(platform, grant, missing.scope === undefined ? route.scopes : [missing.scope]);
  const limit = route.limit && limits.count(`${route.limit.name ?? route.name} ${grant.person.key}`, route.limit);
  const isUnverified = route.returnsEmail && faults.take(route.name, ['unverified_email']) !== undefined;
  const person = isUnverified ? { ...grant.person, isEmailVerified: false } : grant.person;
  const isAllowed = route.scopes.every((scope) => allows(platform, grant, scope));
  const own = signIn.headers?.(route, grant, limit);
  const withOwn = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...own } });
  if (limit?.isExceeded) return withOwn(rules.faults.rate_limited());
  return withOwn(isAllowed ? await route.answer({ ...asked, grant, person }) : signIn.refusal('scope', route));
}

const implied = ({ signIn }: Platform, scope: string): readonly string[] => [scope, ...(signIn.implies?.[scope] ?? [])];

export const allows = (platform: Platform, { scopes }: Grant, needed: string): boolean =>
  scopes.some((scope) => implied(platform, scope).includes(needed));

/** Withdraws every scope that allows one of these. */
function withdraw(platform: Platform, grant: Grant, scopes: readonly string[]): void {
  grant.scopes = grant.scopes.filter((scope) => !implied(platform, scope).some((one) => scopes.includes(one)));
}
