import type { CallerKind } from './journal.js';
import { readBasic, readBearer } from './oauth/parameters.js';
import type { Asked } from './oauth/rules.js';

/** The sender of the request, read before the answer. */
export function callerOf(asked: Asked): CallerKind {
  const { platform, headers, query } = asked;
  const { rules, grants, client } = platform;
  const { authorization } = headers;
  const basic = readBasic(authorization);
  if (basic) return { kind: basic.id === client.id && basic.secret === client.secret ? 'client' : 'unknown' };
  if (authorization === `Bot ${rules.credentials['botToken']}`) return { kind: 'bot', id: client.id ?? '' };
  const token = readBearer(authorization) ?? query['access_token'];
  if (token !== undefined) {
    if (rules.appTokens?.includes(token)) return { kind: 'app' };
    const grant = grants.ofAccess(token);
    return grant ? { kind: 'user', id: String(grant.person.number) } : { kind: 'unknown' };
  }
  const key = headers['x-goog-api-key'] ?? query['key'];
  if (key !== undefined) return { kind: key === rules.credentials['apiKey'] ? 'api_key' : 'unknown' };
  return rules.callerOf?.(asked) ?? { kind: authorization === undefined ? 'none' : 'unknown' };
}
