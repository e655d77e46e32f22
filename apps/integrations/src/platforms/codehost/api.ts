import { at } from '../../outbound/account.js';
import { basic } from '../../outbound/authorization.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../../outbound/platform-fact.js';
import { limited } from '../../outbound/retry-at.js';

export interface CodehostConfig {
  PLATFORM_CODEHOST_URL: string;
}

const title = 'code host';

const bearer = (token: string, { PLATFORM_CODEHOST_URL: baseUrl }: CodehostConfig) => ({
  baseUrl,
  headers: { authorization: `Bearer ${token}` },
});

/** Its limits are answered with 403 as well as with 429. */
const isLimit = ({ status, headers }: PlatformAnswer): boolean =>
  status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0');

export const codehostApi: PlatformApi<CodehostConfig> = {
  title,
  earner: bearer,
  project: bearer,
  // An account and an application have 5,000 requests in an hour each.
  quota: () => ({ of: 'requests', most: 5_000, window: 'hour', as: 'platform' }),
  platform: {
    needs: ['clientId', 'clientSecret'],
    access: ({ clientId, clientSecret }, { PLATFORM_CODEHOST_URL: baseUrl }) => ({
      baseUrl,
      headers: { authorization: basic(clientId, clientSecret) },
    }),
  },
  failure: (answer) => (isLimit(answer) ? limited(title, answer) : undefined),
};

const MISSING = new FactFailure('unsupported', 'The repository of the quest is gone, or not public any more.');

/** A GET that is answered with a list. @throws FactFailure */
export async function readList(
  { get }: PlatformCalls,
  path: string,
  sharedSeconds?: number,
): Promise<readonly unknown[]> {
  const answer = await get(path, sharedSeconds);
  if (answer.status === 404) throw MISSING;
  if (answer.status !== 200 || !Array.isArray(answer.json)) throw unexpected(answer);
  return answer.json as unknown[];
}

/** Logins change, the ids of accounts do not. Seconds. */
const LOGIN_SECONDS = 3_600;

/** The login that the linked account has now. @throws FactFailure */
export async function loginOf({ accountId, get }: PlatformCalls): Promise<string> {
  const answer = await get(`/user/${accountId}`, LOGIN_SECONDS);
  if (answer.status === 404)
    throw new FactFailure('relink', 'Your account of the code host is gone; link another one.');
  const login = at(answer.json, 'login');
  if (answer.status !== 200 || typeof login !== 'string' || !/^[\w-]{1,39}$/.test(login)) throw unexpected(answer);
  return login;
}
