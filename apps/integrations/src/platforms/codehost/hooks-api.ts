import type { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { at } from '../../description/account.js';
import { jsonOf } from '../../outbound/finding.js';
import type { CodehostConfig } from './api.js';

const TIMEOUT_MS = 4_000;
/** Events of the actions that quests ask for. */
const EVENTS = ['star', 'fork', 'push', 'pull_request', 'issues'];

interface Caller {
  egress: Egress;
  config: CodehostConfig;
  /** Token of an administrator of the repository, with the scope admin:repo_hook. */
  token: string;
}

interface HookAnswer {
  status: number;
  json: unknown;
}

/** Throws PLATFORM_UNAVAILABLE if the code host does not answer, limits requests or fails; a retry may succeed. */
async function call(
  { egress, config, token }: Caller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<HookAnswer> {
  const answer = await egress.send(`${config.PLATFORM_CODEHOST_URL}/repos/${path}`, {
    ...{ method, destination: 'codehost', namedBy: 'platform', timeoutMs: TIMEOUT_MS, follow: true },
    headers: {
      ...{ accept: 'application/json', authorization: `Bearer ${token}` },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  if (answer.outcome !== 'answered' || answer.status === 429 || answer.status >= 500) {
    throw new AppError('PLATFORM_UNAVAILABLE');
  }
  return { status: answer.status, json: jsonOf(answer.body) };
}

const idIn = (hook: unknown): number | undefined => {
  const id = at(hook, 'id');
  return Number.isSafeInteger(id) ? Number(id) : undefined;
};

/** Returns the id of the webhook with the URL. PLATFORM_UNAVAILABLE */
export async function findHook(caller: Caller, repository: string, url: string): Promise<number | undefined> {
  const { status, json } = await call(caller, 'GET', `${repository}/hooks?per_page=100`);
  if (status === 200 && !Array.isArray(json)) throw new AppError('PLATFORM_UNAVAILABLE');
  const hooks: unknown[] = Array.isArray(json) ? json : [];
  return idIn(hooks.find((hook) => at(at(hook, 'config'), 'url') === url));
}

/** Creates a webhook and returns its id; undefined if the code host refuses. PLATFORM_UNAVAILABLE */
export async function addHook(
  caller: Caller,
  repository: string,
  { url, secret }: { url: string; secret: string },
): Promise<number | undefined> {
  const config = { url, secret, content_type: 'json', insecure_ssl: '0' };
  const { json } = await call(caller, 'POST', `${repository}/hooks`, { name: 'web', events: EVENTS, config });
  return idIn(json);
}

/** Removes a webhook. No effect if it no longer exists or the token may no longer remove it. PLATFORM_UNAVAILABLE */
export async function removeHook(caller: Caller, repository: string, hookId: string): Promise<void> {
  await call(caller, 'DELETE', `${repository}/hooks/${hookId}`);
}
