import type { CodehostRepository } from '@questp/messages/integrations';
import { FORMS } from '@questp/messages/language';
import { at } from '../../description/account.js';
import { basic } from '../../description/authorization.js';
import { asObject, flagAt, textAt, wholeAt } from '../../outbound/described-json.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { limited } from '../../description/retry-at.js';

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

const missing = () =>
  new FactFailure('unsupported', 'The repository of the quest is gone, blocked, or not public any more.');

/** Unknown, removed for legal reasons, or blocked by the code host. */
const isMissing = ({ status, json }: PlatformAnswer): boolean =>
  status === 404 || status === 451 || (status === 403 && at(json, 'block') !== undefined);

/** A GET that is answered with a list about the repository of the quest. @throws FactFailure */
export async function readList(
  { get }: PlatformCalls,
  path: string,
  sharedSeconds?: number,
): Promise<readonly unknown[]> {
  const answer = await get(path, sharedSeconds);
  if (isMissing(answer)) throw missing();
  if (answer.status !== 200 || !Array.isArray(answer.json)) throw unexpected(answer);
  return answer.json as unknown[];
}

/** Names change, the ids of repositories do not. Seconds. */
const NAME_SECONDS = 10;
const NAME = new RegExp(FORMS.repository.pattern);

/** A repository as the code host knows it now; `path` is that of its resources. */
interface FoundRepository extends Required<CodehostRepository> {
  path: string;
}

/**
 * Finds a public repository by its id, or by a present or former name: redirects are followed. A name alone may belong
 * to another repository by now. Undefined: there is none.
 *
 * @throws FactFailure
 */
export async function findRepository(
  { get }: PlatformCalls,
  { repository, repositoryId }: CodehostRepository,
): Promise<FoundRepository | undefined> {
  const answer = await get(
    repositoryId === undefined ? `/repos/${repository}` : `/repositories/${repositoryId}`,
    NAME_SECONDS,
  );
  if (isMissing(answer)) return undefined;
  if (answer.status !== 200) throw unexpected(answer);
  const found = asObject(answer.json, 'the repository');
  if (flagAt(found, 'private')) return undefined;
  const id = String(wholeAt(found, 'id', Number.MAX_SAFE_INTEGER));
  return { repository: textAt(found, 'full_name', NAME), repositoryId: id, path: `/repositories/${id}` };
}

/** As `findRepository`. @throws FactFailure also for a repository that is gone */
export async function repositoryOf(calls: PlatformCalls, asked: CodehostRepository): Promise<FoundRepository> {
  const found = await findRepository(calls, asked);
  if (found === undefined) throw missing();
  return found;
}

/** Logins change, the ids of accounts do not. Seconds. */
const LOGIN_SECONDS = 3_600;

const HIDDEN =
  'The code host does not show your account to others. If it has flagged the account, ask its support; if the account is deleted, link another one.';

/** The login that the linked account has now. @throws FactFailure */
export async function loginOf({ accountId, get }: PlatformCalls): Promise<string> {
  const answer = await get(`/user/${accountId}`, LOGIN_SECONDS);
  if (answer.status === 404) throw new FactFailure('hidden', HIDDEN);
  const login = at(answer.json, 'login');
  if (answer.status !== 200 || typeof login !== 'string' || !/^[\w-]{1,39}$/.test(login)) throw unexpected(answer);
  return login;
}
