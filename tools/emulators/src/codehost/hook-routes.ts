import type { components } from '@octokit/openapi-types';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ok, type Answer } from '../http/answer.js';
import type { Asked, Platform, UserRoute } from '../oauth/rules.js';
import type { Person } from '../people.js';
import { API, HOUR, invalid, NO_CONTENT, NOT_FOUND } from './answers.js';
import { HOOKS, sendTo, type Hook } from './hooks.js';
import { pageOf } from './pages.js';
import { fullName, isAdmin, showRepository, type Repository } from './repositories.js';
import { numericId, showUser, userOf } from './users.js';
import { atRepository, REPOSITORY_PATHS, pathOf } from './viewer.js';

const requestSchema = Type.Object({
  name: Type.Optional(Type.Literal('web')),
  active: Type.Optional(Type.Boolean()),
  events: Type.Optional(Type.Array(Type.String())),
  config: Type.Object({
    url: Type.String({ pattern: '^https?://' }),
    content_type: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('form')])),
    secret: Type.Optional(Type.String()),
  }),
});
type HookRequest = Static<typeof requestSchema>;

function showHook(platform: Platform, repository: Repository, hook: Hook): components['schemas']['hook'] {
  const url = `https://api.github.com/repos/${fullName(platform, repository)}/hooks/${hook.id}`;
  const { contentType: content_type, secret, active, events } = hook;
  const time = '2026-01-01T00:00:00Z';
  return {
    ...{ type: 'Repository', id: hook.id, name: 'web', active, events },
    config: { content_type, insecure_ssl: '0', url: hook.url, ...(secret !== undefined && { secret: '********' }) },
    ...{ updated_at: time, created_at: time, url, test_url: `${url}/tests`, ping_url: `${url}/pings` },
    ...{ deliveries_url: `${url}/deliveries`, last_response: { code: null, status: 'unused', message: null } },
  };
}

type Own = Asked & { person: Person; repository: Repository };

/** A route for administrators of the repository; others get 404. */
const hookRoute = (
  name: string,
  method: UserRoute['method'],
  path: string,
  scope: string,
  answer: (own: Own) => Answer,
): UserRoute[] =>
  REPOSITORY_PATHS.map((base) => ({
    name,
    method,
    path: `${API}${base}/hooks${path}`,
    scopes: [scope],
    limit: HOUR,
    page: '/rest/repos/webhooks',
    answer: ({ person, ...asked }) =>
      atRepository(asked, { method, path: `/hooks${path}` }, (repository) =>
        isAdmin(repository, numericId(person)) ? answer({ ...asked, person, repository }) : NOT_FOUND,
      ),
  }));

const hookOf = ({ platform, params, repository }: Own): Hook | undefined => {
  const hook = HOOKS.of(platform).get(params['id']);
  return hook?.repository === repository.id ? hook : undefined;
};

function register({ platform, person, repository, body }: Own): Answer {
  if (!Value.Check(requestSchema, body)) return invalid({ resource: 'Hook', field: 'config', code: 'invalid' });
  const { active = true, events = ['push'], config }: HookRequest = body;
  const others = HOOKS.of(platform).filter((one) => one.repository === repository.id);
  if (others.some(({ url }) => url === config.url)) {
    const message = 'Hook already exists on this repository';
    return invalid({ resource: 'Hook', field: 'config', code: 'custom', message });
  }
  const hook: Hook = {
    ...{ id: platform.next('hook'), repository: repository.id, url: config.url, events, active },
    ...{ contentType: config.content_type ?? 'form', ...(config.secret && { secret: config.secret }) },
  };
  HOOKS.of(platform).put(hook);
  const shown = showHook(platform, repository, hook);
  ping(platform, person, repository, hook);
  return { status: 201, body: shown };
}

function ping(platform: Platform, person: Person, repository: Repository, hook: Hook): void {
  sendTo(platform, hook, 'ping', {
    ...{ zen: 'Keep it logically awesome.', hook_id: hook.id, hook: showHook(platform, repository, hook) },
    ...{ repository: showRepository(platform, repository), sender: showUser(userOf(platform, person)) },
  });
}

export const hookRoutes = (): UserRoute[] => [
  ...hookRoute('add_hook', 'POST', '', 'write:repo_hook', register),
  ...hookRoute('hooks', 'GET', '', 'read:repo_hook', (own) => {
    const { platform, repository, params } = own;
    const hooks = HOOKS.of(platform).filter((one) => one.repository === repository.id);
    const path = `${pathOf(params)}/hooks`;
    return pageOf(own, path, hooks, (hook) => showHook(platform, repository, hook));
  }),
  ...hookRoute('hook', 'GET', '/:id', 'read:repo_hook', (own) => {
    const hook = hookOf(own);
    return hook ? ok(showHook(own.platform, own.repository, hook)) : NOT_FOUND;
  }),
  ...hookRoute('ping_hook', 'POST', '/:id/pings', 'read:repo_hook', (own) => {
    const hook = hookOf(own);
    if (hook === undefined) return NOT_FOUND;
    ping(own.platform, own.person, own.repository, hook);
    return NO_CONTENT;
  }),
  ...hookRoute('remove_hook', 'DELETE', '/:id', 'admin:repo_hook', (own) => {
    const hook = hookOf(own);
    if (hook === undefined) return NOT_FOUND;
    HOOKS.of(own.platform).remove(hook);
    return NO_CONTENT;
  }),
];
